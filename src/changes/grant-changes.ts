import { provisionId } from '../law/read/law.ts'
import { group, withoutEx } from '../terms/cn-code.ts'
import type { Text } from '../terms/language.ts'
import type { Measure, Provision } from '../terms/law.ts'
import { both } from './change-texts.ts'
import type { RegimeView } from './regime-view.ts'

export const KINDS = ['exemptions', 'derogations', 'winddowns'] as const
type Kind = (typeof KINDS)[number]

const KIND_WORDS: Readonly<Record<Kind, Text>> = {
  exemptions: { pl: 'wyłączenie', en: 'exemption' },
  derogations: { pl: 'odstępstwo', en: 'derogation' },
  winddowns: { pl: 'okres przejściowy', en: 'wind-down' },
}

/** The exemptions, derogations or wind-downs a measure refers to, without our doubts and remarks about them. */
export const grantsOf = (provisions: readonly Provision[], ids: readonly string[] = []) =>
  new Map(
    provisions
      .filter((provision) => ids.includes(provisionId(provision)))
      .map(({ doubts, read_once, remark, ...facts }) => [provisionId(facts), facts]),
  )

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** One change of an exemption, derogation or wind-down, and the codes it names; null where it is about all goods. */
interface GrantDetail {
  readonly text: Text
  readonly codes: readonly string[] | null
}

/** When every change is about some codes only, whoever deals in the others need not be told. */
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
  const was = grantsOf(old.regime.law[kind], before[kind])
  const is = grantsOf(now.regime.law[kind], measure[kind])
  const details: GrantDetail[] = []
  for (const [id, provision] of is) {
    const earlier = was.get(id)
    if (!earlier) details.push({ text: told('new', kind, provision, provision.text), codes: codesNamed(provision) })
    else if (differ(earlier, provision)) {
      const ends: Text = both((language) => {
        if (earlier.until === provision.until) return provision.text[language]
        const until = { pl: 'do', en: 'until' }[language]
        return `${until} ${earlier.until ?? '–'} → ${provision.until ?? '–'}: ${provision.text[language]}`
      })
      const [a, b] = [codesNamed(earlier), codesNamed(provision)]
      details.push({ text: told('changed', kind, provision, ends), codes: a && b && [...a, ...b] })
    }
  }
  for (const [id, provision] of was) {
    if (!is.has(id)) details.push({ text: told('gone', kind, provision, null), codes: codesNamed(provision) })
  }
  return details
}

const codesNamed = (provision: Omit<Provision, 'doubts' | 'read_once' | 'remark'>): readonly string[] | null => {
  // Codes of an input say nothing of the goods.
  if ('codes_of' in provision) return null
  return provision.codes ?? null
}

const FATES = {
  new: { pl: 'nowe', en: 'new' },
  changed: { pl: 'zmienione', en: 'changed' },
  gone: { pl: 'uchylone', en: 'gone' },
} as const

const told = (fate: keyof typeof FATES, kind: Kind, { ref }: { ref: string }, what: Text | null): Text =>
  both((language) => {
    const head = `${FATES[fate][language]}: ${KIND_WORDS[kind][language]} ${ref}`
    return what ? `${head} (${what[language].replace(/\.$/, '')})` : head
  })
