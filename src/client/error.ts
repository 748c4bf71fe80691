import type { Problem } from './api-types.ts'

/** The languages of answers and of errors. */
export type Language = 'pl' | 'en'

/** What goes wrong between the client and the service; problems of the service have their own codes. */
const CLIENT_ERRORS = {
  network: {
    pl: 'Usługa jest nieosiągalna. Sprawdź adres (baseUrl) i połączenie; potem spróbuj ponownie.',
    en: 'The service cannot be reached. Check the address (baseUrl) and the connection, then try again.',
  },
  timeout: {
    pl: 'Usługa nie odpowiedziała na czas. Spróbuj ponownie albo zwiększ timeoutMs.',
    en: 'The service did not answer in time. Try again, or raise timeoutMs.',
  },
  redirected: {
    pl: 'Usługa przekierowuje pod inny adres. Podaj go jako baseUrl; klient nie podąża za przekierowaniami, aby klucz nie trafił do kogoś innego.',
    en: 'The service redirects to another address. Give that one as baseUrl; redirects are not followed, so that the key reaches nobody else.',
  },
  response_invalid: {
    pl: 'To nie jest odpowiedź cn-sanctions. Sprawdź adres (baseUrl) i serwery pośredniczące.',
    en: 'This is no answer of cn-sanctions. Check the address (baseUrl) and the proxies on the way.',
  },
  dataset_changed: {
    pl: 'W trakcie sprawdzania stale zmieniała się wersja prawa, więc części listy nie dotyczą tego samego stanu. Spróbuj ponownie za chwilę.',
    en: 'The version of the law kept changing during the check, so parts of the list are not about the same state. Try again in a moment.',
  },
} as const satisfies Record<string, Record<Language, string>>

/** Wrong options of the client have a text of their own each. */
export type ClientErrorCode = keyof typeof CLIENT_ERRORS | 'options_invalid'

/** The code of a problem, or of an error of the client; a newer service may have codes that are not known here. */
export type ErrorCode = Problem['code'] | ClientErrorCode | (string & {})

interface Details {
  readonly code: ErrorCode
  readonly message: string
  readonly language: Language
  readonly status?: number | null
  readonly problem?: Problem | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** A question that was refused, or a service that did not answer. */
export class CnSanctionsError extends Error {
  /** What went wrong, for programs: `q_code_length`, `rate_limited`, `network` … */
  readonly code: ErrorCode
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The language of the message. */
  readonly language: Language
  /** The problem as the service sent it (RFC 9457); null when there is none. */
  readonly problem: Problem | null
  /** Each wrong parameter or place of the body, with what to do. */
  readonly errors: Problem['errors']
  /** How long the service asks to wait before the next attempt; null when it does not say. */
  readonly retryAfterMs: number | null

  constructor({ code, message, language, status = null, problem = null, retryAfterMs = null, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CnSanctionsError'
    this.code = code
    this.status = status
    this.language = language
    this.problem = problem
    this.errors = problem?.errors ?? []
    this.retryAfterMs = retryAfterMs
  }
}

export const problemError = (problem: Problem, language: Language, retryAfterMs: number | null = null) =>
  new CnSanctionsError({
    code: problem.code,
    message: problem.detail,
    language,
    status: problem.status,
    problem,
    retryAfterMs,
  })

export const clientError = (
  code: keyof typeof CLIENT_ERRORS,
  language: Language,
  details: Pick<Details, 'status' | 'retryAfterMs' | 'cause'> = {},
) => new CnSanctionsError({ code, message: CLIENT_ERRORS[code][language], language, ...details })

/** An option that cannot be used. The language itself may be one of them, so it need not be a known one. */
export const optionsError = (texts: Readonly<Record<Language, string>>, lang: unknown) => {
  const language = lang === 'en' ? 'en' : 'pl'
  return new CnSanctionsError({ code: 'options_invalid', message: texts[language], language })
}
