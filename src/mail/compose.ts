import { group, ungroup } from '../base/cn-code.ts'
import type { Day } from '../base/day.ts'
import type { Language, Text } from '../base/language.ts'
import { isOfRegime, isToldOf, markOnRequest } from '../changes/audience.ts'
import { source } from '../changes/change-texts.ts'
import type { Dataset } from '../law/dataset/dataset.ts'
import { eurLexUrl } from '../law/terms/celex.ts'
import { namedRegimes, regimeName } from '../law/terms/regime-name.ts'
import { counted, dayInSentence, listed } from '../law/terms/wording.ts'
import type { DueMail, ToldPart } from '../store/alerts/mail-leases.ts'
import { isNewsForPeople } from '../store/alerts/wake.ts'
import type { ListChange } from '../store/lists/list-queries.ts'
import type { RecordedChange } from '../store/versions/changes.ts'
import { alertHref, hrefOf } from '../web/shell/paths.ts'
import type { Draft } from './render.ts'

/** What mails need of the law: the names of acts and regimes. */
export type MailLaw = Pick<Dataset, 'acts' | 'regimes'>

/** A mail shows so many changes; it always says how many there are, and where all of them can be read. */
const SHOWN = 100
/** Codes with a link of their own in one change, and codes that are named of an alert. */
const LINKED = 5
const NAMED = 12

const TEXTS = {
  confirmTitle: { pl: 'Potwierdź powiadomienia', en: 'Confirm your alerts' },
  confirmSubject: {
    pl: 'Potwierdź powiadomienia o zmianach sankcji UE',
    en: 'Confirm alerts about changes of EU sanctions',
  },
  asked: {
    pl: 'Ktoś podał ten adres, aby otrzymywać powiadomienia o zmianach unijnych sankcji na towary:',
    en: 'Somebody gave this address to be told by e-mail of changes of EU sanctions on goods:',
  },
  askedOnce: {
    pl: 'Jeśli to Ty, otwórz stronę i naciśnij przycisk „Potwierdzam”. Samo otwarcie linku niczego nie włącza. Link jest ważny przez dwa dni.',
    en: 'If it was you, open the page and press the button “I confirm”. Opening the link alone switches nothing on. The link is valid for two days.',
  },
  openPage: { pl: 'Przejdź do potwierdzenia', en: 'Go to the confirmation' },
  notYou: {
    pl: 'Jeśli to nie Ty, nic nie rób: bez potwierdzenia nie wyślemy powiadomień, a adres usuniemy po dwóch dniach.',
    en: 'If it was not you, do nothing: without a confirmation we send no alerts and delete the address after two days.',
  },
  deleteNow: { pl: 'Usuń tę prośbę od razu', en: 'Delete this request now' },
  never: { pl: 'Nie wysyłajcie tu więcej takich próśb', en: 'Never ask this address again' },
  changesTitle: { pl: 'Zmiany w sankcjach UE', en: 'Changes of EU sanctions' },
  forYou: { pl: 'Od ostatniej wiadomości zapisaliśmy', en: 'Since the last mail we have recorded' },
  concerning: { pl: 'dla:', en: 'for:' },
  list: { pl: 'Lista', en: 'List' },
  listText: { pl: 'lista', en: 'the list' },
  day: { pl: 'Od', en: 'From' },
  noAct: { pl: 'bez nowego aktu', en: 'without a new act' },
  check: { pl: 'Sprawdź', en: 'Check' },
  allGoods: { pl: 'wszystkie towary', en: 'all goods' },
  defaultRegimes: { pl: 'Rosja i Białoruś', en: 'Russia and Belarus' },
  act: { pl: 'Tekst aktu w EUR-Lex', en: 'The act in EUR-Lex' },
  more: { pl: 'Pokazujemy pierwsze # z nich. Wszystkie zmiany', en: 'These are the first # of them. All changes' },
  allChanges: { pl: 'Wszystkie zmiany na stronie', en: 'All changes on the page' },
  moreOfList: {
    pl: 'Pokazujemy pierwsze # z nich; wszystkie podaje API (GET /api/v1/lists/…/changes).',
    en: 'These are the first # of them; the API tells all (GET /api/v1/lists/…/changes).',
  },
  notAdvice: {
    pl: 'Informacja, nie porada prawna ani celna. Wiążący jest tylko tekst w Dzienniku Urzędowym Unii Europejskiej.',
    en: 'Information, not legal or customs advice. Only the Official Journal of the European Union is binding.',
  },
  why: {
    pl: 'Tę wiadomość wysłano, bo ten adres potwierdził powiadomienia; przychodzi najwyżej jedna na dobę.',
    en: 'You get this mail because this address confirmed alerts; there is at most one a day.',
  },
  endAll: {
    pl: 'Zakończ powiadomienia i usuń ten adres',
    en: 'End the alerts and delete this address',
  },
  endOne: { pl: 'Zakończ tylko', en: 'End only' },
} as const satisfies Record<string, Text>

const CHANGES = { pl: ['zmianę', 'zmiany', 'zmian'], en: ['change', 'changes'] } as const
const SUBJECT_CHANGES = { pl: ['zmiana', 'zmiany', 'zmian'], en: ['change', 'changes'] } as const

export interface Written extends Draft {
  readonly subject: string
  readonly unsubscribe: string
}

/** What an alert is about: `7304, 8471 30 (Rosja i Białoruś)`, `wszystkie towary (Iran, 267/2012)`, `lista erp`. */
export function watchInWords(alert: ToldPart['alert'], law: MailLaw, language: Language): string {
  const { codes, regime, listId, listName } = alert
  if (listId !== null) return `${TEXTS.listText[language]} ${listName ?? ''}`.trim()
  const named = codes.slice(0, NAMED).map(group).join(', ')
  const goods = codes.length === 0 ? TEXTS.allGoods[language] : named
  const rest = codes.length > NAMED ? ` (+${codes.length - NAMED})` : ''
  const of = regime === null ? TEXTS.defaultRegimes[language] : nameOfRegime(regime, law, language)
  return `${goods}${rest} (${of.replace(/ \((.+)\)$/, ', $1')})`
}

const nameOfRegime = (code: string, { regimes }: MailLaw, language: Language): string =>
  regimeName(code, namedRegimes(regimes, language))

export function confirmation(
  { confirm: { alert, endToken }, confirmToken, never }: Extract<DueMail['content'], { confirm: ToldPart }>,
  law: MailLaw,
  publicUrl: string,
): Written {
  const { language, id } = alert
  const say = (key: keyof typeof TEXTS) => TEXTS[key][language]
  const end = publicUrl + alertHref('/end', language, { id, token: endToken })
  return {
    language,
    subject: say('confirmSubject'),
    unsubscribe: end,
    title: say('confirmTitle'),
    lead: [`${say('asked')} ${watchInWords(alert, law, language)}.`, say('askedOnce')],
    button: {
      label: say('openPage'),
      href: publicUrl + alertHref('/confirm', language, { id, token: confirmToken }),
    },
    sections: [],
    after: [say('notYou')],
    foot: [
      { label: say('deleteNow'), href: end },
      { label: say('never'), href: publicUrl + alertHref('/never', language, never) },
      say('notAdvice'),
    ],
  }
}

/** Those of the changes that the alerts ask for. */
export function toldChanges(
  parts: readonly ToldPart[],
  changes: readonly RecordedChange[],
  law: MailLaw,
): readonly RecordedChange[] {
  const tests = parts
    .filter(({ alert }) => alert.listId === null)
    .map(({ alert: { codes, regime }, from, upto }) => {
      const isTold = isToldOf(codes)
      return (change: RecordedChange) =>
        change.seq > from && change.seq <= upto && isOfRegime(change, regime) && isTold(change)
    })
  return markOnRequest(changes.filter(isNewsForPeople), law).filter((change) => tests.some((isTold) => isTold(change)))
}

export interface ToldList {
  readonly name: string
  readonly count: number
  readonly changes: readonly ListChange[]
}

/** The mail that tells of changes; null when there is nothing to tell. */
export function digest(
  { parts, endToken, recipientId }: { parts: readonly ToldPart[]; endToken: string; recipientId: string },
  changes: readonly RecordedChange[],
  lists: readonly ToldList[],
  law: MailLaw,
  publicUrl: string,
): Written | null {
  const total = changes.length + lists.reduce((sum, { count }) => sum + count, 0)
  const last = parts.toSorted((a, b) => (a.alert.createdAt < b.alert.createdAt ? 1 : -1))[0]
  if (total === 0 || !last) return null
  const { language } = last.alert
  const say = (key: keyof typeof TEXTS) => TEXTS[key][language]
  const end = publicUrl + alertHref('/end', language, { id: recipientId, token: endToken })
  const watched = parts.map(({ alert }) => watchInWords(alert, law, language))
  const shown = changes.slice(0, SHOWN)
  const since = changes[0]?.recordedAt.slice(0, 10)
  const page = {
    label: changes.length > SHOWN ? say('more').replace('#', String(SHOWN)) : say('allChanges'),
    href: publicUrl + hrefOf('/changes', language, since === undefined ? '' : `?since=${since}`),
  }
  return {
    language,
    subject: `${say('changesTitle')}: ${counted(total, SUBJECT_CHANGES, language)}`,
    unsubscribe: end,
    title: say('changesTitle'),
    lead: [`${say('forYou')} ${counted(total, CHANGES, language)} ${say('concerning')} ${listed(watched, language)}.`],
    sections: [
      ...sectionsOf(shown, linkedCodes(parts), law, language, publicUrl),
      ...lists.map((list) => listSection(list, law, language, publicUrl)),
    ],
    after: [
      ...(changes.length > 0 ? [page] : []),
      ...(lists.some((list) => list.count > list.changes.length)
        ? [say('moreOfList').replace('#', String(SHOWN))]
        : []),
    ],
    foot: [
      say('why'),
      { label: say('endAll'), href: end },
      ...(parts.length > 1
        ? parts.map(({ alert, endToken: token }) => ({
            label: `${say('endOne')}: ${watchInWords(alert, law, language)}`,
            href: publicUrl + alertHref('/end', language, { id: alert.id, token }),
          }))
        : []),
      say('notAdvice'),
    ],
  }
}

const titleOfAct = (celex: string, { acts }: MailLaw, language: Language): string =>
  acts.find((act) => act.celex === celex)?.title[language] ?? celex

const check = (q: string, regime: string | null, language: Language, publicUrl: string) => ({
  label: `${TEXTS.check[language]} ${q}`,
  href: publicUrl + hrefOf('/', language, `?${new URLSearchParams({ q, ...(regime !== null && { regime }) })}`),
})

/** The codes of a change to link: those that the reader watches, where the change names more. */
function linkedCodes(parts: readonly ToldPart[]): (change: RecordedChange) => readonly string[] {
  const watched = [...new Set(parts.flatMap(({ alert }) => alert.codes))].map(group)
  return ({ cn_codes }) => {
    const isTold = (code: string) => isToldOf([ungroup(code)])({ cn_codes })
    const narrower = cn_codes.length > LINKED ? watched.filter(isTold) : []
    return (narrower.length > 0 ? narrower : cn_codes).slice(0, LINKED)
  }
}

/** By day, regime and act, in the order of days. */
function sectionsOf(
  changes: readonly RecordedChange[],
  linked: (change: RecordedChange) => readonly string[],
  law: MailLaw,
  language: Language,
  publicUrl: string,
) {
  const groups = Map.groupBy(changes, ({ day, regime, act }) => JSON.stringify([day, regime ?? '', act ?? '']))
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => {
      const { day, regime, act, onRequest } = own[0]!
      const place = regime === null ? [] : [nameOfRegime(regime, law, language)]
      const by = act === null ? TEXTS.noAct[language] : titleOfAct(act, law, language)
      // The heading has said it, and a reader of many rows need not read it with each.
      const said = ` ${source({ pl: by, en: by }, day as Day)[language]}`
      return {
        title: [`${TEXTS.day[language]} ${dayInSentence(day as Day, language)}`, ...place, by].join(' · '),
        source: act === null ? null : { label: TEXTS.act[language], href: eurLexUrl(act, language) },
        items: own.map((change) => ({
          text: change.text[language].replace(said, ''),
          links: linked(change).map((code) => check(code, onRequest ? regime : null, language, publicUrl)),
        })),
      }
    })
}

function listSection({ name, changes }: ToldList, law: MailLaw, language: Language, publicUrl: string) {
  return {
    title: `${TEXTS.list[language]} ${name}`,
    source: null,
    items: changes.map(({ itemId, q, sentence, acts, day }) => ({
      text: `${itemId} (${q}), ${TEXTS.day[language].toLowerCase()} ${dayInSentence(day, language)}: ${sentence}`,
      links: [
        check(q, null, language, publicUrl),
        ...acts.slice(0, LINKED).map((celex) => ({
          label: titleOfAct(celex, law, language),
          href: eurLexUrl(celex, language),
        })),
      ],
    })),
  }
}
