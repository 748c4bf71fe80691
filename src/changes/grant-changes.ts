import { provisionId } from '../law/read/law.ts'
import { citationInWords } from '../terms/citation-words.ts'
import { group, withoutEx } from '../terms/cn-code.ts'
import type { Text } from '../terms/language.ts'
import type { Measure, Provision } from '../terms/law.ts'
import { both, dayText, differs } from './change-texts.ts'
import type { RegimeView } from './regime-view.ts'

export const KINDS = ['exemptions', 'derogations', 'winddowns'] as const
type Kind = (typeof KINDS)[number]

const KIND_WORDS: Readonly<Record<Kind, Text>> = {
  exemptions: { pl: 'wyłączenie', en: 'exemption' },
  derogations: { pl: 'odstępstwo', en: 'derogation' },
  winddowns: { pl: 'okres przejściowy', en: 'wind-down' },
}

/** The grants that a measure refers to, without our doubts and remarks about them. */
export const grantFactsOf = (provisions: readonly Provision[], ids: readonly string[] = []) =>
  new Map(
    provisions
      .filter((provision) => ids.includes(provisionId(provision)))
      .map(({ doubts, read_once, remark, ...facts }) => [provisionId(facts), facts]),
  )

/** One change of a grant. */
interface GrantDetail {
  readonly text: Text
  /** The codes that the grant names; null when it concerns all goods. */
  readonly codes: readonly string[] | null
}

/** The codes of all changes together; null when one of them concerns all goods. */
export function codesOfGrants(grants: readonly GrantDetail[]): readonly string[] | null {
  if (grants.some(({ codes }) => codes === null)) return null
  return [...new Set(grants.flatMap(({ codes }) => codes ?? []).map((code) => group(withoutEx(code))))]
}

export function grantDetails(
  kind: Kind,
  old: RegimeView,
  now: RegimeView,
  before: Measure,
  measure: Measure,
): GrantDetail[] {
  const was = grantFactsOf(old.regime.law[kind], before[kind])
  const is = grantFactsOf(now.regime.law[kind], measure[kind])
  const details: GrantDetail[] = []
  for (const [id, provision] of is) {
    const earlier = was.get(id)
    if (!earlier)
      details.push({ text: grantText('new', kind, provision, provision.text), codes: codesNamed(provision) })
    else if (differs(earlier, provision)) {
      const ends: Text = both((language) => {
        if (earlier.until === provision.until) return provision.text[language]
        const until = { pl: 'do', en: 'until' }[language]
        const [was, is] = [earlier, provision].map((one) => (one.until ? dayText(one.until)[language] : '–'))
        return `${until} ${was} → ${is}: ${provision.text[language]}`
      })
      const [a, b] = [codesNamed(earlier), codesNamed(provision)]
      details.push({ text: grantText('changed', kind, provision, ends), codes: a && b && [...a, ...b] })
    }
  }
  for (const [id, provision] of was) {
    if (!is.has(id)) details.push({ text: grantText('gone', kind, provision, null), codes: codesNamed(provision) })
  }
  return details
}

const codesNamed = (provision: Omit<Provision, 'doubts' | 'read_once' | 'remark'>): readonly string[] | null => {
  // Codes of an input do not say which goods are made from it.
  if ('codes_of' in provision) return null
  return provision.codes ?? null
}

const EVENTS = {
  new: { pl: 'nowe', en: 'new' },
  changed: { pl: 'zmienione', en: 'changed' },
  gone: { pl: 'uchylone', en: 'gone' },
} as const

const grantText = (event: keyof typeof EVENTS, kind: Kind, { ref }: { ref: string }, what: Text | null): Text =>
  both((language) => {
    const head = `${EVENTS[event][language]}: ${KIND_WORDS[kind][language]} ${{ pl: 'z', en: 'of' }[language]} ${citationInWords(ref, language)}`
    return what ? `${head} (${what[language].replace(/(?<! r)\.$/, '')})` : head
  })
