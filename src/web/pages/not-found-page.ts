import type { Language, Text } from '../../base/language.ts'
import { html } from '../design/html.ts'
import type { Page } from '../shell/layout.ts'
import { hrefOf } from '../shell/paths.ts'
import { speaker } from '../shell/texts.ts'

const NOT_FOUND_TEXTS = {
  title: { pl: 'Nie ma takiej strony', en: 'No such page' },
  text: {
    pl: 'Adres mógł się zmienić albo ma literówkę.',
    en: 'The address may have changed, or have a typing mistake.',
  },
  back: { pl: 'Sprawdź kod lub towar', en: 'Check a code or goods' },
} as const satisfies Record<string, Text>

export function notFoundPage(language: Language): Page {
  const say = speaker(NOT_FOUND_TEXTS, language)
  return {
    language,
    title: say('title'),
    description: say('text'),
    main: html`<article class="prose">
<h1>${say('title')}</h1>
<p>${say('text')}</p>
<p><a class="button" href="${hrefOf('/', language)}">${say('back')}</a></p>
</article>`,
  }
}
