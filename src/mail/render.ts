import type { Language } from '../base/language.ts'
import { type Html, html } from '../web/design/html.ts'

interface Link {
  readonly label: string
  readonly href: string
}

/** One thing that a mail tells. */
interface Item {
  readonly text: string
  readonly links: readonly Link[]
}

/** A mail before it is written as plain text and as HTML, so that both say the same. */
export interface Draft {
  readonly language: Language
  readonly title: string
  readonly lead: readonly string[]
  readonly button?: Link
  readonly sections: readonly {
    readonly title: string
    readonly source: Link | null
    readonly items: readonly Item[]
  }[]
  readonly after: readonly (Link | string)[]
  readonly foot: readonly (Link | string)[]
}

const WIDTH = 76

/** Breaks a paragraph between words; an address longer than a line stays whole. */
function wrapped(text: string, first = '', rest = first): string {
  const lines: string[] = []
  let line = first
  for (const word of text.split(' ')) {
    const joined = line === first || line === rest ? line + word : `${line} ${word}`
    if (joined.length > WIDTH && line !== first && line !== rest) {
      lines.push(line)
      line = rest + word
    } else line = joined
  }
  return [...lines, line].join('\n')
}

const linkText = ({ label, href }: Link, indent = ''): string => `${wrapped(`${label}:`, indent)}\n${indent}${href}`
const asText = (one: Link | string): string => (typeof one === 'string' ? wrapped(one) : linkText(one))

export function textOf({ title, lead, button, sections, after, foot }: Draft): string {
  const blocks = [
    title.toUpperCase(),
    ...lead.map((one) => wrapped(one)),
    ...(button ? [linkText(button)] : []),
    ...sections.flatMap(({ title: heading, source, items }) => [
      [wrapped(heading), '-'.repeat(Math.min(heading.length, WIDTH)), ...(source ? [source.href] : [])].join('\n'),
      ...items.map(({ text, links }) =>
        [wrapped(text, '* ', '  '), ...links.map(({ label, href }) => `  ${label}: ${href}`)].join('\n'),
      ),
    ]),
    ...after.map(asText),
    // What follows is not part of the message for mail programs (RFC 3676, 4.3).
    ['-- ', ...foot.map(asText)].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

const INK = '#1b2733'
const SOFT = '#56626f'
const BLUE = '#0b4f8a'

const anchor = ({ label, href }: Link): Html =>
  html`<a href="${href}" style="color:${BLUE}${label.length < 30 && ';white-space:nowrap'}">${label}</a>`

/** Styles stand in the elements, since mail programs drop style sheets; nothing is loaded from anywhere. */
export function htmlOf({ language, title, lead, button, sections, after, foot }: Draft): string {
  const paragraph = (one: Link | string) =>
    html`<p style="margin:0 0 14px">${typeof one === 'string' ? one : anchor(one)}</p>`
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background:#ffffff">
<div style="max-width:600px;margin:0 auto;padding:24px 20px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:${INK}">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${title}</h1>
${lead.map(paragraph)}
${button && html`<p style="margin:22px 0"><a href="${button.href}" style="display:inline-block;background:${BLUE};color:#ffffff;text-decoration:none;font-weight:bold;padding:12px 20px;border-radius:6px">${button.label}</a></p>`}
${sections.map(
  ({
    title: heading,
    source,
    items,
  }) => html`<h2 style="font-size:17px;line-height:1.35;margin:26px 0 8px;padding-top:14px;border-top:1px solid #d5dbe1">${heading}</h2>
${source && html`<p style="margin:0 0 10px;font-size:14px">${anchor(source)}</p>`}
<ul style="margin:0;padding:0 0 0 20px">${items.map(
    ({ text, links }) =>
      html`<li style="margin:0 0 12px">${text}${links.length > 0 && html`<br><span style="font-size:14px">${links.map((link, at) => html`${at > 0 && ' · '}${anchor(link)}`)}</span>`}</li>`,
  )}</ul>`,
)}
${after.length > 0 && html`<div style="margin-top:22px">${after.map(paragraph)}</div>`}
<div style="margin-top:28px;padding-top:14px;border-top:1px solid #d5dbe1;font-size:13px;line-height:1.5;color:${SOFT}">${foot.map((one) => html`<p style="margin:0 0 8px">${typeof one === 'string' ? one : anchor(one)}</p>`)}</div>
</div>
</body>
</html>
`.markup
}
