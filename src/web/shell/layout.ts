import type { Language } from '../../terms/language.ts'
import type { Assets, Script, Sheet } from './assets.ts'
import { type Html, html } from './html.ts'
import { hrefOf, type PagePath } from './paths.ts'
import { shellSpeaker } from './texts.ts'

/** One page: what it says, and where it stands. */
export interface Page {
  readonly language: Language
  /** Null: a page that has no place of its own, such as "no such page". */
  readonly path: PagePath | null
  /** `?q=…`, kept by the switch of languages; empty without a question. */
  readonly search: string
  /** For the tab and for previews of a link; the name of the site follows it. */
  readonly title: string
  readonly description: string
  /** Besides what every page has. */
  readonly sheets: readonly Sheet[]
  /** For what the script will show. */
  readonly sheetsLater?: readonly Sheet[]
  readonly script: Script | null
  readonly main: Html
}

/** What all pages share, from where the service runs. */
export interface Site {
  readonly assets: Assets
  readonly publicUrl: string | null
}

const NAVIGATION: readonly PagePath[] = ['/', '/list', '/api', '/methodology']
const FOOTER: readonly PagePath[] = ['/methodology', '/legal', '/api']

/** The whole document, header and footer included. */
export function layout(page: Page, { assets, publicUrl }: Site): string {
  const { language, path, search } = page
  const say = shellSpeaker(language)
  const other: Language = language === 'pl' ? 'en' : 'pl'
  const absolute = (in_: Language) => (publicUrl ?? '') + hrefOf(path ?? '/', in_, path ? search : '')
  const title = path === '/' && search === '' ? page.title : `${page.title} · ${say('site')}`
  const script = page.script && assets.script(page.script)
  const sheet = (name: Sheet) => html`<link rel="stylesheet" href="${assets.sheet(name)}">`
  const link = (target: PagePath) =>
    html`<li><a href="${hrefOf(target, language)}"${target === path && html` aria-current="page"`}>${say(target)}</a></li>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${say('site')}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:locale" content="${language === 'pl' ? 'pl_PL' : 'en_GB'}">
<meta name="twitter:card" content="summary">
${
  path &&
  html`${publicUrl && html`<meta property="og:url" content="${absolute(language)}">`}
<link rel="canonical" href="${absolute(language)}">
<link rel="alternate" hreflang="pl" href="${absolute('pl')}">
<link rel="alternate" hreflang="en" href="${absolute('en')}">
<link rel="alternate" hreflang="x-default" href="${absolute('pl')}">`
}
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
${(['base', ...page.sheets] as const).map(sheet)}
${script && html`<script type="module" src="${assets.start}" id="start" data-main="${script.main}" data-imports="${script.imports.join(' ')}" data-sheets="${(page.sheetsLater ?? []).map(assets.sheet).join(' ')}"></script>`}
</head>
<body>
<a class="skip" href="#main">${say('skip')}</a>
<header class="site">
<div class="width">
<a class="brand" href="${hrefOf('/', language)}"><span class="mark" aria-hidden="true">CN</span>${say('brand')}</a>
<nav aria-label="${say('navigation')}"><ul>${NAVIGATION.map(link)}</ul></nav>
<a class="language" id="other-language" href="${hrefOf(path ?? '/', other, path ? search : '')}" hreflang="${other}" lang="${other}">${say('otherLanguage')}</a>
</div>
</header>
<main id="main" class="width" tabindex="-1">
${page.main}
</main>
<footer class="site">
<div class="width">
<ul>${FOOTER.map(link)}<li><a href="/docs">${say('reference')}</a></li></ul>
<p>${say('notAdvice')}</p>
<p>${say('source')} ${say('noTraces')}</p>
</div>
</footer>
<link rel="stylesheet" href="${assets.sheet('print')}" media="print">
</body>
</html>
`.markup
}
