/** Case folding and removal of diacritics. Letters such as `ł` do not decompose under NFD, so they have a rule of their own. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!BEYOND_ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łßæø]/g, (letter) => PLAIN[letter] ?? letter)
}

const BEYOND_ASCII = /[^\0-\x7f]/
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', æ: 'ae', ø: 'o' }
