import { group, withoutEx } from '../base/cn-code.ts'
import type { Text } from '../base/language.ts'
import { isInAct, provisionId } from '../law/read/law.ts'
import { citationInWords } from '../law/terms/citation-words.ts'
import { GRANT_KINDS, type GrantKind, type Measure, type Provision } from '../law/terms/law.ts'
import { both, dayText, differs } from './change-texts.ts'
import type { RegimeView } from './regime-view.ts'

const KIND_WORDS: Readonly<Record<GrantKind, Text>> = {
  exemption: { pl: 'wyłączenie', en: 'exemption' },
  derogation: { pl: 'odstępstwo', en: 'derogation' },
  winddown: { pl: 'okres przejściowy', en: 'wind-down' },
}

/** The grants of the act that a measure refers to, by kind, without our doubts and remarks about them. */
export const grantFactsOf = (provisions: readonly Provision[], ids: readonly string[] = []) =>
  new Map(
    GRANT_KINDS.flatMap((kind) => provisions.filter((provision) => provision.kind === kind))
      .filter((provision) => isInAct(provision) && ids.includes(provisionId(provision)))
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

export function grantDetails(old: RegimeView, now: RegimeView, before: Measure, measure: Measure): GrantDetail[] {
  const was = grantFactsOf(old.regime.law.grants, before.grants)
  const is = grantFactsOf(now.regime.law.grants, measure.grants)
  const details: GrantDetail[] = []
  for (const [id, provision] of is) {
    const earlier = was.get(id)
    if (!earlier) details.push({ text: grantText('new', provision, provision.text), codes: codesNamed(provision) })
    else if (differs(earlier, provision)) {
      const ends: Text = both((language) => {
        if (earlier.until === provision.until) return provision.text[language]
        const until = { pl: 'do', en: 'until' }[language]
        const [was, is] = [earlier, provision].map((one) => (one.until ? dayText(one.until)[language] : '–'))
        return `${until} ${was} → ${is}: ${provision.text[language]}`
      })
      const [a, b] = [codesNamed(earlier), codesNamed(provision)]
      details.push({ text: grantText('changed', provision, ends), codes: a && b && [...a, ...b] })
    }
  }
  for (const [id, provision] of was) {
    if (!is.has(id)) details.push({ text: grantText('gone', provision, null), codes: codesNamed(provision) })
  }
  return details
}

const codesNamed = (provision: Pick<Provision, 'codes_of' | 'codes'>): readonly string[] | null => {
  // Codes of an input do not say which goods are made from it.
  if (provision.codes_of) return null
  return provision.codes ?? null
}

const EVENTS = {
  new: { pl: 'nowe', en: 'new' },
  changed: { pl: 'zmienione', en: 'changed' },
  gone: { pl: 'uchylone', en: 'gone' },
} as const

const grantText = (
  event: keyof typeof EVENTS,
  { kind, ref }: Pick<Provision, 'kind' | 'ref'>,
  what: Text | null,
): Text =>
  both((language) => {
    const head = `${EVENTS[event][language]}: ${KIND_WORDS[kind][language]} ${{ pl: 'z', en: 'of' }[language]} ${citationInWords(ref, language)}`
    return what ? `${head} (${what[language].replace(/(?<! r)\.$/, '')})` : head
  })
