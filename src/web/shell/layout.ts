import { dayInBrussels } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { type Html, html } from '../design/html.ts'
import { icon } from '../design/icons.ts'
import type { Assets } from './assets.ts'
import type { Script } from './page-bundle.ts'
import { hrefOf, type PagePath } from './paths.ts'
import { type NamedPath, shellSpeaker } from './texts.ts'

/** One page: its content and its place on the site. */
export interface Page {
  readonly language: Language
  /** Missing where a page has no address of its own, such as "no such page". */
  readonly path?: PagePath
  /** The query string, `?q=…`, which the link to the other language keeps. */
  readonly search?: string
  /** For the browser tab and link previews; the name of the site is appended. */
  readonly title: string
  readonly description: string
  readonly script?: Script | null
  /** The address of an Atom feed with the same content. */
  readonly feed?: string
  /** Between the head and the content, over the whole width: the question of a search page. */
  readonly band?: Html
  readonly main: Html
  /** True: no search engine is to list the page. */
  readonly noindex?: boolean
}

/** What all pages share. */
export interface Site {
  readonly assets: Assets
  readonly publicUrl: string | null
  /** When the official source was last asked about all regimes that are always checked; null when that is not known. */
  readonly checkedAt: string | null
}

/** Pages that every page links to. */
const NAVIGATION: readonly NamedPath[] = ['/', '/list', '/changes', '/api']
const FOOTER: readonly NamedPath[] = ['/lists', '/verify', '/methodology', '/legal', '/api']

/** The whole document, header and footer included. */
export function layout(page: Page, { assets, publicUrl, checkedAt }: Site): string {
  const { language, path, search = '' } = page
  const say = shellSpeaker(language)
  const other: Language = language === 'pl' ? 'en' : 'pl'
  const hrefIn = (target: Language) => hrefOf(path ?? '/', target, path ? search : '')
  const absolute = (target: Language) => (publicUrl ?? '') + hrefIn(target)
  const title = path === '/' && search === '' ? page.title : `${page.title} · ${say('site')}`
  const script = page.script && assets.script(page.script)
  const link = (target: NamedPath) =>
    html`<li><a href="${hrefOf(target, language)}"${target === path && html` aria-current="page"`}>${say(target)}</a></li>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
${page.noindex && html`<meta name="robots" content="noindex">`}
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
${page.feed && html`<link rel="alternate" type="application/atom+xml" title="${page.title}" href="${(publicUrl ?? '') + page.feed}">`}
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.sheet}">
${
  script &&
  html`${script.imports.map(
    (address) => html`<link rel="modulepreload" href="${address}">
`,
  )}<script type="module" src="${script.main}"></script>`
}
</head>
<body>
<a class="skip" href="#main">${say('skip')}</a>
<header class="head">
<div class="wrap">
<button type="button" class="menu" popovertarget="site-pages">${icon('menu')}<span class="unseen">${say('menu')}</span></button>
<a class="brand" href="${hrefOf('/', language)}"><span class="brand-mark" aria-hidden="true">CN</span>${say('brand')}</a>
<nav class="nav" id="site-pages" popover aria-label="${say('navigation')}"><ul>${NAVIGATION.map(link)}</ul></nav>
<div class="head-end"><a id="other-language" href="${hrefIn(other)}" hreflang="${other}" lang="${other}">${icon('globe')}${other.toUpperCase()}<span class="unseen"> ${say('otherLanguage')}</span></a></div>
</div>
</header>
<main id="main" tabindex="-1">
${page.band}
<div class="wrap">
${page.main}
</div>
</main>
<footer class="foot">
<div class="wrap">
<ul>${FOOTER.map(link)}<li><a href="/docs">${say('reference')}</a></li></ul>
<p>${say('notAdvice')}</p>
${checkedAt !== null && html`<p>${say('lawChecked')} ${dayInSentence(dayInBrussels(new Date(checkedAt)), language)}.</p>`}
</div>
</footer>
</body>
</html>
`.markup
}
