import { FINDING_KINDS } from '../../terms/law.ts'
import { listed } from '../../terms/wording.ts'
import { type Context, leadFor, sentenceOf } from '../assessment/sentence.ts'
import { EXTENTS } from '../assessment/terms.ts'
import { articlesInWords, type Finding } from './findings.ts'
import { KINDS_IN_SENTENCE, SENTENCES } from './texts.ts'

/** What the sentence about a deal depends on. */
export interface DealSentence {
  readonly findings: readonly Finding[]
  readonly insideUnion: boolean
  /** Whether the goods are listed anywhere, for this deal or another. */
  readonly isListed: boolean
  readonly context: Context
}

/** The judgement of a deal in one or several sentences: what is prohibited first, then what is to be done. */
export function dealSentenceOf(deal: DealSentence): string {
  const { findings, insideUnion, isListed, context } = deal
  const { language } = context
  if (context.unchecked) return sentenceOf([], context)
  if (insideUnion) return SENTENCES.insideUnion[language]
  if (findings.length === 0) return isListed ? SENTENCES.notConcerned[language] : sentenceOf([], context)
  const bans = banSentences(deal)
  const todos = todosOf(deal)
  return [
    bans || SENTENCES.noBan[language],
    ...(todos.length > 0 ? [`${SENTENCES[bans ? 'besides' : 'needed'][language]} ${listed(todos, language)}.`] : []),
    // Where the deal is prohibited, what else could prohibit it is not worth a sentence.
    ...(bans ? [] : remaining(deal)),
  ].join(' ')
}

/** "Prohibited: Russia, Article 2a(1) and Article 3k(1)." */
function banSentences(deal: DealSentence): string {
  const bans = deal.findings.filter(({ kind }) => kind === 'prohibited')
  return EXTENTS.flatMap((extent) => {
    const same = bans.filter((finding) => finding.extent === extent)
    return same.length === 0 || extent === 'none'
      ? []
      : [`${leadFor(extent, deal.context)}: ${placesAndArticles(same, deal)}.`]
  }).join(' ')
}

/** `Russia, Article 12g(1); Belarus, Article 8g(1)`. */
const placesAndArticles = (findings: readonly Finding[], { context: { language } }: DealSentence): string =>
  [...Map.groupBy(findings, ({ place }) => place)]
    .map(([place, same]) => {
      const articles = articlesInWords(
        same.flatMap(({ article }) => article.split('; ')),
        language,
      )
      return place === '' ? articles : `${place}, ${articles}`
    })
    .join('; ')

function todosOf(deal: DealSentence): string[] {
  const { language } = deal.context
  return FINDING_KINDS.flatMap((kind) => {
    if (kind === 'prohibited' || kind === 'end_use') return []
    const same = deal.findings.filter((finding) => finding.kind === kind && !finding.notNeeded)
    if (same.length === 0) return []
    return [KINDS_IN_SENTENCE[kind][language].replace('@', () => placesAndArticles(same, deal))]
  })
}

/** What stays open whatever the countries are. */
function remaining(deal: DealSentence): string[] {
  const {
    findings,
    context: { language },
  } = deal
  const notNeeded = findings.filter((finding) => finding.notNeeded)
  const open = findings.filter(({ kind }) => kind === 'end_use')
  const forUse = open.filter((finding) => finding.forUse)
  const others = open.filter((finding) => !finding.forUse)
  const say = (key: 'proofNotNeeded' | 'otherRemains', about: readonly Finding[]) =>
    about.length > 0 ? [SENTENCES[key][language].replace('@', () => placesAndArticles(about, deal))] : []
  const places = listed([...new Set(forUse.map(({ place }) => place))], language)
  return [
    ...say('proofNotNeeded', notNeeded),
    ...(forUse.length > 0 ? [SENTENCES.useRemains[language].replace('#', () => places)] : []),
    ...say('otherRemains', others),
  ]
}
