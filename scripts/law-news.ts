/** What `law fetch --json` says of one regulation, as far as it matters here. */
export interface Fetched {
  readonly folder: string
  readonly pinned: { readonly celex: string; readonly version: string }
  readonly newest: { readonly celex: string; readonly version: string } | null
  readonly pages: readonly { readonly celex: string; readonly language: 'en' | 'pl'; readonly file: string }[]
  readonly acts: readonly { readonly celex: string; readonly file: string }[]
  readonly amending: { readonly unknown: readonly { readonly celex: string }[] } | null
}

/** A change of law/ that is proposed on a branch of its own. */
export interface Task {
  readonly kind: 'pending' | 'propose' | 'apply'
  readonly branch: string
  readonly title: string
  /** Arguments of the command line that writes it. */
  readonly command: readonly string[]
  /** It only adds warnings, so that a machine may merge it. */
  readonly mergesItself: boolean
}

/** What to do about news: unknown acts are declared and, if their text is there, read; newer texts are applied. */
export function tasksOf(fetched: readonly Fetched[]): Task[] {
  const unknown = new Set(fetched.flatMap(({ amending }) => amending?.unknown.map(({ celex }) => celex) ?? []))
  const texts = new Map(fetched.flatMap(({ acts }) => acts.map(({ celex, file }) => [celex, file] as const)))
  const acts = [...unknown].flatMap((celex): Task[] => {
    const folders = fetched.flatMap(({ folder, amending }) =>
      amending?.unknown.some((act) => act.celex === celex) ? folder : [],
    )
    const file = texts.get(celex)
    const pending: Task = {
      kind: 'pending',
      branch: `law/pending-${celex}`,
      title: `law: ${celex} is pending (${folders.join(', ')})`,
      command: ['law', 'pending', celex],
      mergesItself: true,
    }
    if (file === undefined) return [pending]
    const propose: Task = {
      kind: 'propose',
      branch: `law/propose-${celex}`,
      title: `law: goods of ${celex}, read from the act, to be reviewed`,
      command: ['law', 'propose', file, '--write'],
      mergesItself: false,
    }
    return [pending, propose]
  })
  const newer = fetched.flatMap(({ newest, pinned, pages }): Task[] => {
    const page = pages.find(({ language, celex }) => language === 'en' && celex > pinned.celex)
    if (!page || !newest || newest.version <= pinned.version) return []
    const polish = pages.find(({ language, celex }) => language === 'pl' && celex === page.celex)
    return [
      {
        kind: 'apply',
        branch: `law/apply-${page.celex}`,
        title: `law: ${page.celex}`,
        command: ['law', 'apply', page.file, ...(polish ? ['--polish', polish.file] : [])],
        mergesItself: false,
      },
    ]
  })
  return [...acts, ...newer]
}
