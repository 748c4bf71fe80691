import type { Language, Text } from '../../base/language.ts'
import { MAX_LIMIT, MAX_STOPS, QUERY_CHARACTERS } from './parameters.ts'

/** A problem in words, and its status of HTTP. */
export interface ProblemTold<Words extends string = string> {
  readonly status: number
  readonly title: Text
  readonly detail: Text
  /** Only a type: the English text, whose `{names}` the compiler reads. */
  readonly words?: Words
}

const END = '. '
const titleOf = (text: string): string => text.split(END, 1)[0]!
const detailOf = (text: string): string => text.slice(titleOf(text).length + END.length)

/** Problems that are told with the same status, by code. The first sentence of a text is the title, the rest the detail. */
export const ofStatus = <const Texts extends Readonly<Record<string, Text>>>(status: number, problems: Texts) =>
  Object.fromEntries(
    Object.entries<Text>(problems).map(([code, { pl, en }]) => [
      code,
      { status, title: { pl: titleOf(pl), en: titleOf(en) }, detail: { pl: detailOf(pl), en: detailOf(en) } },
    ]),
  ) as { readonly [Code in keyof Texts]: ProblemTold<Texts[Code]['en']> }

/** The problems that a question can have: one table for the command line, the API and its documentation. */
export const QUESTION_PROBLEMS = ofStatus(400, {
  q_missing: {
    pl: 'Brak pytania. Podaj kod CN albo fragment nazwy towaru.',
    en: 'The question is missing. Give a CN code or part of a product name.',
  },
  q_empty: {
    pl: 'Puste pytanie. Pytanie nie zawiera ani kodu, ani słowa.',
    en: 'The question is empty. The question holds neither a code nor a word.',
  },
  q_too_long: {
    pl: `Za długie pytanie. Pytanie może mieć najwyżej ${QUERY_CHARACTERS} znaków.`,
    en: `The question is too long. A question may have at most ${QUERY_CHARACTERS} characters.`,
  },
  q_invalid: {
    pl: 'Niedozwolone znaki w pytaniu. Usuń z pytania znaki sterujące.',
    en: 'The question holds forbidden characters. Remove the control characters from the question.',
  },
  q_too_vague: {
    pl: 'Zbyt ogólne pytanie. Podaj nazwę towaru, na przykład „rury stalowe”; jedna litera ani samo „do” czy „z” nie wystarczy.',
    en: 'The question is too vague. Name the goods, for example "steel pipes"; a single letter, or only "of" or "for", is not enough.',
  },
  q_code_length: {
    pl: 'Kod o niewłaściwej długości. Kod ma 2, 4, 6, 8 albo 10 cyfr, na przykład 8471 30 00. Arkusz kalkulacyjny mógł uciąć zero na początku kodu.',
    en: 'A code of the wrong length. A code has 2, 4, 6, 8 or 10 digits, for example 8471 30 00. A spreadsheet may have dropped a leading zero.',
  },
  lang_unknown: {
    pl: 'Nieznany język. Parametr lang to pl albo en.',
    en: 'Unknown language. The parameter lang is pl or en.',
  },
  as_of_invalid: {
    pl: 'Nieprawidłowy dzień. Parametr as_of to dzień w postaci RRRR-MM-DD.',
    en: 'Not a day. The parameter as_of is a day written YYYY-MM-DD.',
  },
  contract_date_invalid: {
    pl: 'Nieprawidłowy dzień zawarcia umowy. Parametr contract_date to dzień w postaci RRRR-MM-DD.',
    en: 'Not a day for the contract. The parameter contract_date is a day written YYYY-MM-DD.',
  },
  direction_unknown: {
    pl: 'Nieznany kierunek. Parametr direction to import, export albo transit.',
    en: 'Unknown direction. The parameter direction is import, export or transit.',
  },
  regime_unknown: {
    pl: 'Nieznany reżim sankcyjny. Reżim (regime) to kod, na przykład EU-RU-833-2014 albo EU-BY-765-2006; wszystkie podaje /api/v1/dataset.',
    en: 'Unknown sanctions regime. The regime is a code such as EU-RU-833-2014 or EU-BY-765-2006; /api/v1/dataset names all.',
  },
  place_unknown: {
    pl: 'Nieznane państwo lub obszar. Na stronie wybierz państwo z listy. W API podaj kod ISO 3166-1 (PL, KZ), EU albo obszar UA-43, UA-40, UA-14, UA-09, UA-23, UA-65; kilka kodów na trasie rozdziel przecinkami. Kodów wycofanych (SU, YU, CS) nie przyjmujemy.',
    en: 'Unknown country or territory. On the page, choose a country of the list. For the API, give its ISO 3166-1 code (PL, KZ), EU, or a territory UA-43, UA-40, UA-14, UA-09, UA-23, UA-65; separate several on a route by commas. Withdrawn codes (SU, YU, CS) are not taken.',
  },
  via_too_long: {
    pl: `Za długa trasa. Trasa może mieć najwyżej ${MAX_STOPS} państw.`,
    en: `The route is too long. A route may have at most ${MAX_STOPS} countries.`,
  },
  value_invalid: {
    pl: 'Niepoprawna wartość. Podaj wartość jednej sztuki w EUR jako liczbę większą od zera, na przykład 299.99.',
    en: 'The value is not valid. Give the value of one item in EUR as a number above zero, such as 299.99.',
  },
  deal_incomplete: {
    pl: 'Niepełna trasa. Brakuje drugiego końca: podaj kraj pochodzenia i kraj przeznaczenia. Sam kraj spoza Unii wystarczy, bo za drugi koniec przyjmujemy wtedy Unię.',
    en: 'The deal is incomplete. One end is missing: give the country of origin and the country of destination. A country outside the Union is enough alone, since the other end is then taken to be the Union.',
  },
  deal_within_country: {
    pl: 'To samo państwo na obu końcach. Towar wyjeżdża z tego samego państwa trzeciego, do którego jedzie; oceniamy tylko obrót między państwami i przewóz przez Unię. Jeżeli towar przejeżdża przez Unię (na przykład do Kaliningradu), podaj państwa po drodze (via).',
    en: 'The same country at both ends. The goods come from the same third country that they go to; only movements between countries, and carriage through the Union, are assessed. If the goods cross the Union (to Kaliningrad, for instance), name the countries on the way (via).',
  },
  via_contradicts: {
    pl: 'Sprzeczna trasa. Trasa wymienia tylko państwa po drodze: nie to, z którego towar pochodzi, ani to, do którego jedzie, a Unię tylko wtedy, gdy oba leżą poza Unią.',
    en: 'The route contradicts itself. The route names only countries on the way: not where the goods come from or go to, and the Union only if both are outside the Union.',
  },
  direction_contradicts: {
    pl: 'Kierunek sprzeczny z trasą. Kierunek wynika z tego, skąd i dokąd jedzie towar; nie podawaj kierunku albo popraw kraje.',
    en: 'The direction contradicts the route. The direction follows from where the goods come from and go to; leave out the direction, or correct the countries.',
  },
  fact_invalid: {
    pl: 'Niepoprawne okoliczności. Okoliczności (facts) to pary id:odpowiedź rozdzielone przecinkami, najwyżej 10 i każda raz; id i możliwe odpowiedzi podaje assessment.questions.',
    en: 'The facts are not valid. Facts are id:answer pairs separated by commas, at most 10 and each once; assessment.questions gives the ids and the answers that each can have.',
  },
  fact_unknown: {
    pl: 'Nieznana okoliczność. O to nie pytamy przy tym towarze na żadnej trasie; wartość, data umowy i trasa mają własne parametry.',
    en: 'Unknown fact. This is not asked of these goods on any route; value, date of the contract and route have parameters of their own.',
  },
  limit_invalid: {
    pl: `Nieprawidłowa liczba wyników. Parametr limit to liczba od 1 do ${MAX_LIMIT}.`,
    en: `Not a number of results. The parameter limit is a number from 1 to ${MAX_LIMIT}.`,
  },
  offset_invalid: {
    pl: 'Nieprawidłowe przesunięcie. Parametr offset to liczba całkowita od 0.',
    en: 'Not an offset. The parameter offset is a whole number from 0 up.',
  },
  since_invalid: {
    pl: 'Nieprawidłowy pierwszy dzień. Parametr since to dzień w postaci RRRR-MM-DD.',
    en: 'Not a day to start from. The parameter since is a day written YYYY-MM-DD.',
  },
  until_invalid: {
    pl: 'Nieprawidłowy ostatni dzień. Parametr until to dzień w postaci RRRR-MM-DD.',
    en: 'Not a day to end at. The parameter until is a day written YYYY-MM-DD.',
  },
  act_unknown: {
    pl: 'Nieznany akt. W naszych danych nie ma takiego aktu. Podaj numer CELEX albo numer rozporządzenia, na przykład 32024R1745, 2024/1745 albo 833/2014.',
    en: 'Unknown act. Our data have no such act. Give the CELEX number or the number of a regulation, for example 32024R1745, 2024/1745 or 833/2014.',
  },
  annex_unknown: {
    pl: 'Nieznany załącznik. Podaj numer załącznika aktu, na przykład XXIII; jeżeli podano też reżim (regime), musi to być załącznik jego aktu.',
    en: 'Unknown annex. Give the number of an annex of the act, for example XXIII; with a regime it must be an annex of its act.',
  },
  article_unknown: {
    pl: 'Nieznany artykuł. Podaj artykuł albo jednostkę w nim, na przykład 3k, 3k(1) albo 3g(1)(d). W podanym miejscu aktu nasze dane nie mają żadnego środka.',
    en: 'Unknown article. Give an article or a place in one, for example 3k, 3k(1) or 3g(1)(d). At the place that was given our data have no measure.',
  },
  kind_unknown: {
    pl: 'Nieznany rodzaj. Rodzaj (kind) to ban, restriction, duty albo grant.',
    en: 'Unknown kind. The kind is ban, restriction, duty or grant.',
  },
  chapter_invalid: {
    pl: 'Nieprawidłowy dział. Dział (chapter) Nomenklatury scalonej to dwie cyfry, na przykład 72 albo 03.',
    en: 'Not a chapter. A chapter of the Combined Nomenclature has two digits, for example 72 or 03.',
  },
  partial_invalid: {
    pl: 'Nieprawidłowy parametr partial. Parametr partial to true albo false.',
    en: 'Not a value of partial. The parameter partial is true or false.',
  },
  open_unknown: {
    pl: 'Nieznana wartość parametru open. Parametr open to winddown, derogation albo any.',
    en: 'Unknown value of open. The parameter open is winddown, derogation or any.',
  },
  detail_unknown: {
    pl: 'Nieznana szczegółowość. Szczegółowość (detail) to short albo full.',
    en: 'Unknown detail. The detail is short or full.',
  },
  include_unknown: {
    pl: 'Nieznany dodatek. Parametr include to tree, history albo tree,history.',
    en: 'Unknown addition. The parameter include is tree, history or tree,history.',
  },
  parameter_unknown: {
    pl: 'Nieznany parametr. Pod tym adresem nie ma takiego parametru.',
    en: 'Unknown parameter. This address has no such parameter.',
  },
  parameter_repeated: {
    pl: 'Powtórzony parametr. Podaj każdy parametr tylko raz.',
    en: 'Repeated parameter. Give each parameter only once.',
  },
})

export type QuestionProblem = keyof typeof QUESTION_PROBLEMS

/** A problem as one sentence or several, with the codes that could have been meant. */
export const problemInWords = (
  {
    code,
    suggestions = [],
    advice,
  }: { readonly code: QuestionProblem; readonly suggestions?: readonly string[]; readonly advice?: Text },
  language: Language,
): string =>
  [
    QUESTION_PROBLEMS[code].detail,
    ...(suggestions.length > 0 ? [codesMeantText(suggestions)] : []),
    ...(advice ? [advice] : []),
  ]
    .map((text) => text[language])
    .join(' ')

/** Behind a problem whose code could have been another one. */
export const codesMeantText = (codes: readonly string[]): Text => ({
  pl: `Może chodziło o: ${codes.join(', ')}.`,
  en: `Did you mean ${codes.join(', ')}?`,
})
