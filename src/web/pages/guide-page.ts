import type { Scope } from '../../answer/response/response.ts'
import type { Language } from '../../base/language.ts'
import { eurLexPlace } from '../../law/terms/celex.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { Guide } from '../../law/terms/law.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { questionHref } from '../answer/page-question.ts'
import { type Html, html } from '../design/html.ts'
import { searchSpeaker } from '../search/search-texts.ts'
import type { Page } from '../shell/layout.ts'
import { hrefOf } from '../shell/paths.ts'

/** A guide of half a page, as the law words it, with links to its provisions and to the other guides. */
export function guidePage(guide: Guide, guides: readonly Guide[], scope: Scope, language: Language): Page {
  const say = searchSpeaker(language)
  const { id, title, lead, points } = guide
  const example = exampleLink(guide, language)
  return {
    language,
    path: `/guides/${id}`,
    title: title[language],
    description: lead[language],
    main: html`<article class="prose guide">
<h1>${title[language]}</h1>
<p class="intro">${lead[language]}</p>
<ol>${points.map((point) => html`<li>${point[language]}${point.articles.length > 0 && html` <span class="soft">(${articleLinks(point.articles, scope, language)})</span>`}</li>`)}</ol>
${example && html`<p>${say('example')}: ${example}</p>`}
<p class="note warning">${say('guideLimits')}</p>
<p><a class="button" href="${hrefOf('/', language)}">${say('checkGoods')}</a></p>
<h2>${say('otherGuides')}</h2>
${guideList(
  guides.filter((other) => other !== guide),
  language,
)}
</article>`,
  }
}

export const guideList = (guides: readonly Guide[], language: Language): Html =>
  html`<ul class="guides-list">${guides.map(({ id, title }) => html`<li><a href="${hrefOf(`/guides/${id}`, language)}">${title[language]}</a></li>`)}</ul>`

/** The deal that a guide has as its example, as a question. */
const exampleLink = ({ example }: Guide, language: Language): Html | null =>
  example &&
  html`<a data-question href="${questionHref({ language, q: example.q, filters: example.deal })}">${example[language]}</a>`

/** `Rosja: art. 3k ust. 1; Białoruś: art. 1bb ust. 1`, each a link to the consolidated text. */
const articleLinks = (articles: readonly string[], { regimes }: Scope, language: Language): Html =>
  html`${articles.map((cited, at) => {
    const [code = '', ...rest] = cited.split(' ')
    const article = rest.join(' ')
    const celex = regimes.find((regime) => regime.code === code)?.celex
    const words = `${regimeName(code, regimes)}, ${citationInWords(article, language)}`
    return html`${at > 0 && '; '}${celex ? html`<a href="${eurLexPlace(celex, null, article, language)}">${words}</a>` : words}`
  })}`
