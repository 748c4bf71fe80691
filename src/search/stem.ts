import type { Language } from '../terms/language.ts'
import { stemEnglish } from './stem-english.ts'

/** The stem that all forms of a word share. Words must be folded. */
export const stem = (word: string, language: Language): string =>
  language === 'en' ? stemEnglish(word) : stemPolish(word)

/** The noun that an adjective derives from (stalowy → stal, drewniany → drewno); null when the stem shows none. */
export function rootOf(stem: string, language: Language): string | null {
  if (language === 'en') return null
  const root = cut(stem, 'ow') ?? cut(stem, 'ian')
  return root === null ? null : normalized(root)
}

/** Endings of nouns and adjectives without diacritics, the longest first. */
const ENDINGS = [
  ['iami', 'iach', 'iego', 'iemu'],
  ['ami', 'ach', 'ego', 'emu', 'ymi', 'imi', 'iej', 'ych', 'ich', 'owi', 'iom', 'iow', 'iem'],
  ['ej', 'om', 'ow', 'em', 'ym', 'im', 'ia', 'ie', 'io', 'iu', 'ii'],
  ['a', 'e', 'i', 'o', 'u', 'y'],
] as const
const SHORTEST = 3
/** Words that would share the stem of others: linia that of lina, a rope, and brona, a harrow, that of broń, weapons. */
const OWN_STEMS = [
  ['lini', /^lini(?:a|i|e|o|ami|ach|om)$/],
  ['brona', /^bron(?:a|y|e|o|ami|ach|om)$/],
] as const

/** Strips the ending and normalizes the rest. A stem need not be a word; it must only be the same for all forms of one. */
function stemPolish(word: string): string {
  for (const [own, forms] of OWN_STEMS) if (forms.test(word)) return own
  const stem = withoutEnding(word)
  return normalized(cut(stem, 'um', 5) ?? stem)
}

/** Undoes changes at the end of a stem: the fleeting e (zabawek, zabawka) and softened consonants. */
function normalized(root: string): string {
  let stem = root.endsWith('nn') ? root.slice(0, -1) : root
  if (stem.length > SHORTEST) {
    stem = stem
      .replace(/([^aeiouy])ek$/, '$1k')
      .replace(/ien$/, 'n')
      .replace(/ier$/, 'r')
      .replace(/(?<=..)iec$/, 'c')
      .replace(/iel$/, 'l')
      .replace(/rz$/, 'r')
  }
  return stem.length > SHORTEST ? stem.replace(/[ij]$/, '') : stem
}

function withoutEnding(word: string): string {
  for (const endings of ENDINGS) {
    for (const ending of endings) {
      if (word.endsWith(ending) && word.length - ending.length >= SHORTEST) return word.slice(0, -ending.length)
    }
  }
  return word
}

const cut = (stem: string, suffix: string, least = SHORTEST): string | null =>
  stem.endsWith(suffix) && stem.length - suffix.length >= least ? stem.slice(0, -suffix.length) : null
