import { elementById } from './dom.ts'

/** The page on methods: a field that leaves out the countries that are not looked for. */

const find = elementById('country-find', HTMLInputElement)
const found = elementById('country-found')
const groups = [...elementById('country-table').querySelectorAll<HTMLElement>('tbody')]

/** Without case and diacritics; the Polish ł has none that could be taken off. */
const plain = (text: string): string => text.toLowerCase().replaceAll('ł', 'l').normalize('NFD').replace(/\p{M}/gu, '')

const texts = groups.map((group) => plain(group.dataset.find ?? ''))

find.addEventListener('input', () => {
  const wanted = plain(find.value.trim())
  let shown = 0
  for (const [at, group] of groups.entries()) {
    group.hidden = !texts[at]!.includes(wanted)
    if (!group.hidden) shown += 1
  }
  found.textContent = wanted === '' ? '' : String(shown)
})
