import { type Html, html, type Piece } from '../design/html.ts'

/** Words of a text and the link that stands for them. */
export interface Linked {
  readonly words: string
  readonly link: Html
}

/** A text in which the first occurrence of each of these words is a link. */
export function linked(text: string, links: readonly Linked[]): Piece {
  const first = links.find(({ words }) => text.includes(words))
  if (!first) return text
  const at = text.indexOf(first.words)
  const rest = links.filter((other) => other !== first)
  return [linked(text.slice(0, at), rest), first.link, linked(text.slice(at + first.words.length), rest)]
}

export const actLink = (title: string, href: string): Linked => ({
  words: title,
  link: html`<a href="${href}">${title}</a>`,
})
