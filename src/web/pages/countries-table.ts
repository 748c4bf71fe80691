import type { Language, Text } from '../../base/language.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import type { CountryRegime } from '../../law/terms/law.ts'
import { type Html, html } from '../design/html.ts'
import { methodologySpeaker } from './methodology-texts.ts'

/** Countries outside the Union with the regimes that are aimed at them, and the codes of the regimes that are in the data. */
export interface CountriesShown {
  readonly rows: readonly { readonly code: string; readonly name: Text; readonly aimed: readonly CountryRegime[] }[]
  readonly held: ReadonlySet<string>
  readonly elsewhere: Text | null
  readonly everywhere: Text | null
}

/** Every country outside the Union with the regimes that are aimed at it; a field above the table leaves out the others. */
export function countriesHtml({ rows, held, elsewhere, everywhere }: CountriesShown, language: Language): Html | false {
  if (rows.every(({ aimed }) => aimed.length === 0)) return false
  const say = methodologySpeaker(language)
  const { compare } = new Intl.Collator(language)
  return html`<h2 id="countries">${say('countries')}</h2>
<p>${say('countriesText')}</p>
<p>${elsewhere?.[language]} ${everywhere?.[language]}</p>
<p class="needs-script"><label for="country-find">${say('countriesFind')}</label> <input type="search" id="country-find" autocomplete="off"> <span id="country-found" role="status"></span></p>
<div class="scroll" role="region" aria-labelledby="countries" tabindex="0"><table id="country-table">
<thead><tr><th scope="col">${say('country')}</th><th scope="col">${say('countryGoods')}</th><th scope="col">${say('countryAct')}</th><th scope="col">${say('countryMeaning')}</th></tr></thead>
${rows
  .toSorted((a, b) => compare(a.name[language], b.name[language]))
  .map(
    ({ code, name, aimed }) =>
      html`<tbody data-find="${[code, name.pl, name.en, ...aimed.flatMap(({ acts }) => acts.map((act) => act[language]))].join(' ')}">${
        aimed.length === 0
          ? html`<tr><th scope="row">${name[language]} <small class="code">${code}</small></th><td>${say('goodsNowhere')}</td><td></td><td></td></tr>`
          : aimed.map(
              (one, at) =>
                html`<tr>${at === 0 && html`<th scope="rowgroup" rowspan="${aimed.length}">${name[language]} <small class="code">${code}</small></th>`}<td>${goodsOf(one, held)[language]}</td><td>${actsHtml(one, language)}</td><td>${one.text[language]}</td></tr>`,
            )
      }</tbody>`,
  )}</table></div>`
}

const actsHtml = ({ acts }: CountryRegime, language: Language): Html[] =>
  acts.map((act, at) => html`${at > 0 && '; '}<a href="${eurLexUrl(act.celex, language)}">${act[language]}</a>`)

function goodsOf({ goods, regime }: CountryRegime, held: ReadonlySet<string>): Text {
  return regime !== undefined && !held.has(regime) ? GOODS.missing : GOODS[goods]
}

const GOODS = {
  code: { pl: 'sprawdzamy według kodu', en: 'checked by code' },
  partly: { pl: 'sprawdzamy według kodu, część tylko z opisu', en: 'checked by code, some only described' },
  description: { pl: 'tylko opis, bez kodów', en: 'only described, no codes' },
  none: { pl: 'bez towarów', en: 'no goods' },
  missing: { pl: 'nie ma w naszych danych', en: 'not in our data' },
} as const satisfies Record<CountryRegime['goods'] | 'missing', Text>
