/** Prints the notes of the version in package.json, as they stand in CHANGELOG.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseNotes } from './changelog.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const notes = releaseNotes(read('CHANGELOG.md'), JSON.parse(read('package.json')))
if ('mistake' in notes) {
  process.stderr.write(`${notes.mistake}\n`)
  process.exitCode = 1
} else process.stdout.write(notes.text)
