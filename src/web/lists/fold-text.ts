/** Without case and diacritics; `ł` has no combining form, so it needs a rule of its own. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'l').toLowerCase().trim()
