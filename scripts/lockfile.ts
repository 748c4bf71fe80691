/** One package as package-lock.json knows it; only what is needed here. */
export interface LockedPackage {
  version?: string
  cpu?: string[]
  os?: string[]
  libc?: string[]
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

/** Optional dependencies that a locked package names and the lock does not have, with an entry for each. */
export function missingOptionals(
  packages: Readonly<Record<string, LockedPackage>>,
): { name: string; entry: LockedPackage }[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev, devOptional }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, place, name))
      .map(([name, version]) => ({
        name,
        entry: {
          version: version.replace(/^[~^]/, ''),
          ...platformOf(name),
          ...((dev || devOptional) && { dev: true }),
          optional: true,
        },
      })),
  )
}

/** Found as Node would find it: beside the package, or in a folder above. */
function isLocked(packages: Readonly<Record<string, LockedPackage>>, place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true
    if (at === '') return false
  }
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'win']
const CPUS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/** Such packages say in their names where they run: `binding-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/)
  const os = SYSTEMS.find((system) => words.includes(system))
  const cpu = CPUS.find((one) => words.includes(one))
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os === 'win' ? 'win32' : os] }),
    ...(libc && { libc: [libc] }),
  }
}
