/** `acts.yaml`, `833-2014/regime.yaml`, `833-2014/annexes/XVII.tsv`: at most two folders, and a plain name. */
const LAW_PATH = /^(?:[0-9A-Za-z][0-9A-Za-z-]{0,40}\/){0,2}[0-9A-Za-z][0-9A-Za-z._()-]{0,80}$/

/** Whether a path stays inside `law/`: not absolute, no `..`, no backslash, no NUL, nothing a shell or a disk reads otherwise. */
export const isLawPath = (path: string): boolean => LAW_PATH.test(path)

/** Other files, such as CHANGELOG.md, are for people and not read. The model of names is the one file that is no text. */
export const isLawFile = (name: string): boolean => /\.(tsv|yaml|bin)$/.test(name)

/** Paths relative to `law/` and their bytes. */
export type LawFiles = ReadonlyMap<string, Buffer>
