/**
 * What CHANGELOG.md says of a version. It must be the newest one and have a day, which package.json has too: from it the
 * service tells until when it is supported.
 */
export function releaseNotes(
  changelog: string,
  { version, released }: { readonly version: string; readonly released: string | null },
): { readonly text: string } | { readonly mistake: string } {
  const [, newest = ''] = changelog.split(/^## /m)
  const [title = '', ...lines] = newest.split('\n')
  const [found, day = ''] = title.split(' · ')
  if (found !== version) return { mistake: `CHANGELOG.md: the newest version is ${found}, and not ${version}` }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return { mistake: `CHANGELOG.md: ${version} has no day of its release` }
  if (day !== released) return { mistake: `package.json: "released" is ${released}, and not ${day}` }
  const text = lines.join('\n').trim()
  return text === '' ? { mistake: `CHANGELOG.md: nothing is said of ${version}` } : { text: `${text}\n` }
}
