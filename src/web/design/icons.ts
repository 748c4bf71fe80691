import { type Html, html } from './html.ts'

/** Drawn on a square of 24, in the colour of the text around them. */
const SHAPES = {
  ban: html`<circle cx="12" cy="12" r="8.75"/><path d="M5.85 5.85l12.3 12.3"/>`,
  question: html`<path d="M7.6 8.4a4.5 4.5 0 1 1 6.9 3.8c-1.7 1.1-2.5 2.1-2.5 3.8"/><path d="M12 19.7v.1"/>`,
  checklist: html`<path d="M4 6.2l1.4 1.4L8 4.9M4 12.4l1.4 1.4L8 11.1M4 18.6L5.4 20 8 17.3"/><path d="M11.5 6.5H20M11.5 12.7H20M11.5 18.9H20"/>`,
  circle: html`<circle cx="12" cy="12" r="7.75"/>`,
  'eye-off': html`<path d="M4 4l16 16"/><path d="M9.6 5.6A9.6 9.6 0 0 1 12 5.3c5 0 8.2 4.2 9.2 6.7a12 12 0 0 1-2.6 3.7M6.4 7.2A12.3 12.3 0 0 0 2.8 12c1 2.5 4.2 6.7 9.2 6.7 1.7 0 3.2-.5 4.5-1.2"/><path d="M9.9 10a2.9 2.9 0 0 0 4.1 4.1"/>`,
  copy: html`<rect x="8.5" y="8.5" width="11" height="11.5" rx="1.5"/><path d="M15.5 8.5V5.5A1.5 1.5 0 0 0 14 4H6a1.5 1.5 0 0 0-1.5 1.5V14A1.5 1.5 0 0 0 6 15.5h2.5"/>`,
  print: html`<path d="M7 9V4h10v5"/><path d="M7 17H5.5A1.5 1.5 0 0 1 4 15.5v-5A1.5 1.5 0 0 1 5.5 9h13a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H17"/><path d="M7 14h10v6H7z"/>`,
  star: html`<path d="M12 4l2.45 5.06 5.55.76-4.05 3.87.99 5.51L12 16.56 7.06 19.2l.99-5.51L4 9.82l5.55-.76z"/>`,
  bell: html`<path d="M6.5 10.5a5.5 5.5 0 0 1 11 0c0 4.5 2 5.5 2 6.5h-15c0-1 2-2 2-6.5z"/><path d="M10 20a2.2 2.2 0 0 0 4 0"/>`,
  swap: html`<path d="M4 8.5h15M15.5 5L19 8.5 15.5 12M20 15.5H5M8.5 12L5 15.5 8.5 19"/>`,
  plus: html`<path d="M12 5v14M5 12h14"/>`,
  x: html`<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>`,
  chevron: html`<path d="M6 9.5l6 6 6-6"/>`,
  search: html`<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5"/>`,
  history: html`<path d="M4.5 12a7.75 7.75 0 1 0 2.4-5.6L4.5 8.5"/><path d="M4.5 4.5v4h4M12 8v4.3l3 1.7"/>`,
  list: html`<path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1"/>`,
  globe: html`<circle cx="12" cy="12" r="8.25"/><path d="M3.75 12h16.5M12 3.75c2.3 2.2 3.5 5 3.5 8.25s-1.2 6.05-3.5 8.25c-2.3-2.2-3.5-5-3.5-8.25s1.2-6.05 3.5-8.25z"/>`,
  out: html`<path d="M8 16L17 7M9.5 7H17v7.5"/>`,
  file: html`<path d="M6 4h8l4 4v12H6z"/><path d="M14 4v4h4M9 12.5h6M9 16h6"/>`,
  parcel: html`<path d="M4 8l8-4 8 4v8.5l-8 4-8-4z"/><path d="M4 8l8 4 8-4M12 12v8.5"/>`,
  book: html`<path d="M5 5.5A1.5 1.5 0 0 1 6.5 4H19v13H6.5A1.5 1.5 0 0 0 5 18.5z"/><path d="M5 18.5A1.5 1.5 0 0 0 6.5 20H19v-3"/>`,
  pencil: html`<path d="M5 19l.8-3.7L16 5.1l2.9 2.9L8.7 18.2z"/>`,
  link: html`<path d="M10 14a3.5 3.5 0 0 0 5 0l3.5-3.5a3.54 3.54 0 0 0-5-5L12 7"/><path d="M14 10a3.5 3.5 0 0 0-5 0l-3.5 3.5a3.54 3.54 0 0 0 5 5L12 17"/>`,
  download: html`<path d="M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14"/>`,
  menu: html`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  sliders: html`<path d="M4 8h9M17.5 8H20M4 16h2.5M11 16h9"/><circle cx="15.25" cy="8" r="2.25"/><circle cx="8.75" cy="16" r="2.25"/>`,
} as const
export type IconName = keyof typeof SHAPES
export const ICON_NAMES = Object.keys(SHAPES) as readonly IconName[]

/** An icon never stands alone: a word is beside it, or hidden text in the same control. */
export const icon = (name: IconName, size: '' | 's' = ''): Html =>
  html`<svg class="icon${size && ' icon-s'}" viewBox="0 0 24 24" aria-hidden="true">${SHAPES[name]}</svg>`
