/** One package as package-lock.json knows it; only what is needed here. */
export interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  cpu?: string[]
  os?: string[]
  libc?: string[]
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

type Packages = Readonly<Record<string, LockedPackage>>

/** What the registry says about one version of a package. */
export interface Published {
  readonly integrity: string
  readonly cpu?: string[]
  readonly os?: string[]
  readonly libc?: string[]
}

/** Asks the registry; rejects with a message for a person when it has no such version. */
export type LookUp = (name: string, version: string) => Promise<Published>

/** Optional dependencies that a locked package names and the lock does not have. */
export function missingOptionals(packages: Packages): { name: string; version: string; dev: boolean }[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev, devOptional }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, place, name))
      .map(([name, range]) => ({ name, version: range.replace(/^[~^]/, ''), dev: Boolean(dev || devOptional) })),
  )
}

const isSha512 = (integrity = ''): boolean => /^sha512-[\w+/]{86}==$/.test(integrity)

/** Places of packages whose content nothing vouches for: npm installs them whatever the registry sends. */
export const withoutHash = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([place, { link, integrity }]) => place !== '' && !link && !isSha512(integrity))
    .map(([place]) => place)

/** Found as Node would find it: beside the package, or in a folder above. */
function isLocked(packages: Packages, place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true
    if (at === '') return false
  }
}

/**
 * The lock with the packages of every platform and a hash for each. Rejects when the registry cannot vouch for one of
 * them, and names all of those: a lock with a hole in it must not be committed.
 */
export async function completed(packages: Packages, lookUp: LookUp): Promise<Record<string, LockedPackage>> {
  const whole: Record<string, LockedPackage> = { ...packages }
  for (const { name, version, dev } of missingOptionals(packages)) {
    whole[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true }
  }
  const failures: string[] = []
  for (const place of withoutHash(whole)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { version = '', integrity: _weak, ...rest } = whole[place] ?? {}
    try {
      const { integrity, ...platform } = await lookUp(name, version)
      if (!isSha512(integrity)) throw new Error('the registry gives no sha512 hash')
      whole[place] = { version, integrity, ...rest, ...platform }
    } catch (error) {
      failures.push(`${name}@${version}: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (failures.length > 0) {
    throw new Error(
      `The lock is not complete, so nothing was written:\n${failures.map((line) => `  ${line}\n`).join('')}` +
        'Try again later, or pin the package that needs these at a version that is published for every platform.',
    )
  }
  return Object.fromEntries(Object.entries(whole).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
