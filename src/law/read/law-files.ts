/** `acts.yaml`, `833-2014/regime.yaml`, `833-2014/annexes/XVII.tsv`: at most two folders, and a plain name. */
const LAW_PATH = /^(?:[0-9A-Za-z][0-9A-Za-z-]{0,40}\/){0,2}[0-9A-Za-z][0-9A-Za-z._()-]{0,80}$/

/** Whether a path stays inside `law/`: not absolute, no `..`, no backslash, no NUL, nothing a shell or a disk reads otherwise. */
export const isLawPath = (path: string): boolean => LAW_PATH.test(path)

/** Acts of which only the number is known; a service adds this file to the law that it serves. */
export const UNREAD_FILE = 'unread.yaml'

/** Tests of the law are for those who write it. */
export const TESTS = 'tests'

/**
 * Other files are not read as law: CHANGELOG.md, tests, and the tables that the model of names was trained with. The model is the
 * one file that is no text.
 */
export const isLawFile = (path: string): boolean =>
  /\.(tsv|yaml|bin)$/.test(path) && !path.startsWith(`${TESTS}/`) && !/^names\/.*\.tsv$/.test(path)

/** Paths relative to `law/` and their bytes. */
export type LawFiles = ReadonlyMap<string, Buffer>
