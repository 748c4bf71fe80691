import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '../../src/store/store.ts'
import { seededRandom } from '../hostile/random.ts'
import { type Scene, type Toll, warmUp } from './herd.ts'
import { killWhileAddingLeads } from './leads.ts'
import { killWhileScreening } from './lists.ts'
import { killWhilePublishing } from './publishing.ts'
import { killWhileDelivering } from './webhooks.ts'

/** What processes do while they are killed. */
export const PARTS: Readonly<Record<string, (scene: Scene) => Promise<Toll>>> = {
  leads: killWhileAddingLeads,
  webhooks: killWhileDelivering,
  lists: killWhileScreening,
  publishing: killWhilePublishing,
}

let warm: Promise<void> | null = null

/** Runs one part on one store. */
export async function killPart(
  part: string,
  place: Place,
  { kills, seed, progress = () => {} }: { kills: number; seed: number; progress?: (kills: number) => void },
): Promise<Toll> {
  const run = PARTS[part]
  if (!run) throw new RangeError(`no part ${part}`)
  warm ??= warmUp()
  await warm
  const directory = await mkdtemp(join(tmpdir(), 'cn-sanctions-kills-'))
  try {
    return await run({ place, directory, kills, random: seededRandom(seed), progress })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
