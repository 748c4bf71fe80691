import type { Language, Text } from '../terms/language.ts'
import { MAX_LIMIT, MAX_STOPS, QUERY_CHARACTERS } from './parameters.ts'

export interface ProblemText {
  readonly title: Text
  readonly detail: Text
}

/** Problems that are told with the same status of HTTP, by code. */
export const ofStatus = <Code extends string>(
  status: number,
  problems: Readonly<Record<Code, ProblemText>>,
): Readonly<Record<Code, ProblemText & { readonly status: number }>> =>
  Object.fromEntries(
    Object.entries<ProblemText>(problems).map(([code, told]) => [code, { status, ...told }]),
  ) as Readonly<Record<Code, ProblemText & { readonly status: number }>>

/** The problems that a question can have: one table for the command line, the API and its documentation. */
export const QUESTION_PROBLEMS = ofStatus(400, {
  q_missing: {
    title: { pl: 'Brak pytania', en: 'The question is missing' },
    detail: {
      pl: 'Podaj kod CN albo fragment nazwy towaru.',
      en: 'Give a CN code or part of a product name.',
    },
  },
  q_empty: {
    title: { pl: 'Puste pytanie', en: 'The question is empty' },
    detail: {
      pl: 'Pytanie nie zawiera ani kodu, ani słowa.',
      en: 'The question holds neither a code nor a word.',
    },
  },
  q_too_long: {
    title: { pl: 'Za długie pytanie', en: 'The question is too long' },
    detail: {
      pl: `Pytanie może mieć najwyżej ${QUERY_CHARACTERS} znaków.`,
      en: `A question may have at most ${QUERY_CHARACTERS} characters.`,
    },
  },
  q_invalid: {
    title: { pl: 'Niedozwolone znaki w pytaniu', en: 'The question holds forbidden characters' },
    detail: {
      pl: 'Usuń z pytania znaki sterujące.',
      en: 'Remove the control characters from the question.',
    },
  },
  q_too_vague: {
    title: { pl: 'Zbyt ogólne pytanie', en: 'The question is too vague' },
    detail: {
      pl: 'Podaj nazwę towaru, na przykład „rury stalowe”; jedna litera ani samo „do” czy „z” nie wystarczy.',
      en: 'Name the goods, for example "steel pipes"; a single letter, or only "of" or "for", is not enough.',
    },
  },
  q_code_length: {
    title: { pl: 'Kod o niewłaściwej długości', en: 'A code of the wrong length' },
    detail: {
      pl: 'Kod ma 2, 4, 6, 8 albo 10 cyfr, na przykład 8471 30 00. Arkusz kalkulacyjny mógł uciąć zero na początku kodu.',
      en: 'A code has 2, 4, 6, 8 or 10 digits, for example 8471 30 00. A spreadsheet may have dropped a leading zero.',
    },
  },
  lang_unknown: {
    title: { pl: 'Nieznany język', en: 'Unknown language' },
    detail: { pl: 'Parametr lang to pl albo en.', en: 'The parameter lang is pl or en.' },
  },
  as_of_invalid: {
    title: { pl: 'Nieprawidłowy dzień', en: 'Not a day' },
    detail: {
      pl: 'Parametr as_of to dzień w postaci RRRR-MM-DD.',
      en: 'The parameter as_of is a day written YYYY-MM-DD.',
    },
  },
  contract_date_invalid: {
    title: { pl: 'Nieprawidłowy dzień zawarcia umowy', en: 'Not a day for the contract' },
    detail: {
      pl: 'Parametr contract_date to dzień w postaci RRRR-MM-DD.',
      en: 'The parameter contract_date is a day written YYYY-MM-DD.',
    },
  },
  direction_unknown: {
    title: { pl: 'Nieznany kierunek', en: 'Unknown direction' },
    detail: {
      pl: 'Parametr direction to import, export albo transit.',
      en: 'The parameter direction is import, export or transit.',
    },
  },
  regime_unknown: {
    title: { pl: 'Nieznany reżim sankcyjny', en: 'Unknown sanctions regime' },
    detail: {
      pl: 'Reżim (regime) to kod, na przykład EU-RU-833-2014 albo EU-BY-765-2006; wszystkie podaje /api/v1/dataset.',
      en: 'The regime is a code such as EU-RU-833-2014 or EU-BY-765-2006; /api/v1/dataset names all.',
    },
  },
  place_unknown: {
    title: { pl: 'Nieznane państwo lub obszar', en: 'Unknown country or territory' },
    detail: {
      pl: 'Na stronie wybierz państwo z listy. W API podaj kod ISO 3166-1 (PL, KZ), EU albo obszar UA-43, UA-40, UA-14, UA-09, UA-23, UA-65; kilka kodów na trasie rozdziel przecinkami. Kodów wycofanych (SU, YU, CS) nie przyjmujemy.',
      en: 'On the page, choose a country of the list. For the API, give its ISO 3166-1 code (PL, KZ), EU, or a territory UA-43, UA-40, UA-14, UA-09, UA-23, UA-65; separate several on a route by commas. Withdrawn codes (SU, YU, CS) are not taken.',
    },
  },
  via_too_long: {
    title: { pl: 'Za długa trasa', en: 'The route is too long' },
    detail: {
      pl: `Trasa może mieć najwyżej ${MAX_STOPS} państw.`,
      en: `A route may have at most ${MAX_STOPS} countries.`,
    },
  },
  value_invalid: {
    title: { pl: 'Niepoprawna wartość', en: 'The value is not valid' },
    detail: {
      pl: 'Podaj wartość jednej sztuki w EUR jako liczbę większą od zera, na przykład 299.99.',
      en: 'Give the value of one item in EUR as a number above zero, such as 299.99.',
    },
  },
  deal_incomplete: {
    title: { pl: 'Niepełna transakcja', en: 'The deal is incomplete' },
    detail: {
      pl: 'Podaj, skąd pochodzi i dokąd jedzie towar. Jedno z nich wystarczy tylko wtedy, gdy leży poza Unią; drugim końcem jest wtedy Unia.',
      en: 'Say where the goods come from and go to. One of the two is enough only if it is outside the Union; the other end is then the Union.',
    },
  },
  deal_within_country: {
    title: { pl: 'To samo państwo na obu końcach', en: 'The same country at both ends' },
    detail: {
      pl: 'Towar wyjeżdża z tego samego państwa trzeciego, do którego jedzie; oceniamy tylko obrót między państwami. O przewozie między częściami Rosji przez Unię (Kaliningrad) mówią art. 3g ust. 1 lit. c) i art. 3l ust. 2 lit. b) rozporządzenia (UE) nr 833/2014.',
      en: 'The goods come from the same third country that they go to; only movements between countries are assessed. On carriage between parts of Russia through the Union (Kaliningrad) see Articles 3g(1)(c) and 3l(2)(b) of Regulation (EU) No 833/2014.',
    },
  },
  via_contradicts: {
    title: { pl: 'Sprzeczna trasa', en: 'The route contradicts itself' },
    detail: {
      pl: 'Trasa wymienia tylko państwa po drodze: nie to, z którego towar pochodzi, ani to, do którego jedzie, a Unię tylko wtedy, gdy oba leżą poza Unią.',
      en: 'The route names only countries on the way: not where the goods come from or go to, and the Union only if both are outside the Union.',
    },
  },
  direction_contradicts: {
    title: { pl: 'Kierunek sprzeczny z trasą', en: 'The direction contradicts the route' },
    detail: {
      pl: 'Kierunek wynika z tego, skąd i dokąd jedzie towar; nie podawaj kierunku albo popraw kraje.',
      en: 'The direction follows from where the goods come from and go to; leave out the direction, or correct the countries.',
    },
  },
  limit_invalid: {
    title: { pl: 'Nieprawidłowa liczba wyników', en: 'Not a number of results' },
    detail: {
      pl: `Parametr limit to liczba od 1 do ${MAX_LIMIT}.`,
      en: `The parameter limit is a number from 1 to ${MAX_LIMIT}.`,
    },
  },
  offset_invalid: {
    title: { pl: 'Nieprawidłowe przesunięcie', en: 'Not an offset' },
    detail: {
      pl: 'Parametr offset to liczba całkowita od 0.',
      en: 'The parameter offset is a whole number from 0 up.',
    },
  },
  detail_unknown: {
    title: { pl: 'Nieznana szczegółowość', en: 'Unknown detail' },
    detail: { pl: 'Szczegółowość (detail) to short albo full.', en: 'The detail is short or full.' },
  },
  include_unknown: {
    title: { pl: 'Nieznany dodatek', en: 'Unknown addition' },
    detail: {
      pl: 'Parametr include to tree, history albo tree,history.',
      en: 'The parameter include is tree, history or tree,history.',
    },
  },
  parameter_unknown: {
    title: { pl: 'Nieznany parametr', en: 'Unknown parameter' },
    detail: {
      pl: 'Pod tym adresem nie ma takiego parametru.',
      en: 'This address has no such parameter.',
    },
  },
  parameter_repeated: {
    title: { pl: 'Powtórzony parametr', en: 'Repeated parameter' },
    detail: { pl: 'Podaj każdy parametr tylko raz.', en: 'Give each parameter only once.' },
  },
})

export type QuestionProblem = keyof typeof QUESTION_PROBLEMS

/** A problem as one sentence or several, with the codes that could have been meant. */
export const problemInWords = (
  { code, suggestions = [] }: { readonly code: QuestionProblem; readonly suggestions?: readonly string[] },
  language: Language,
): string =>
  [QUESTION_PROBLEMS[code].detail, ...(suggestions.length > 0 ? [codesMeantText(suggestions)] : [])]
    .map((text) => text[language])
    .join(' ')

/** Behind a problem whose code could have been another one. */
export const codesMeantText = (codes: readonly string[]): Text => ({
  pl: `Może chodziło o: ${codes.join(', ')}.`,
  en: `Did you mean ${codes.join(', ')}?`,
})
