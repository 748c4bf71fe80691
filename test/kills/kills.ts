import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '../../src/store/store.ts'
import { seededRandom } from '../hostile/random.ts'
import { killWhileMailing } from './alerts.ts'
import { type Scene, type Toll, warmUp } from './herd.ts'
import { killWhileAddingLeads } from './leads.ts'
import { killWhileScreening } from './lists.ts'
import { killWhilePublishing } from './publishing.ts'
import { killWhileDelivering } from './webhooks.ts'

/** What processes do while they are killed. */
export const PARTS = {
  leads: killWhileAddingLeads,
  webhooks: killWhileDelivering,
  alerts: killWhileMailing,
  lists: killWhileScreening,
  publishing: killWhilePublishing,
} satisfies Readonly<Record<string, (scene: Scene) => Promise<Toll>>>

export type Part = keyof typeof PARTS

let warm: Promise<void> | null = null

/** Runs one part on one store. */
export async function killPart(
  part: Part,
  place: Place,
  { kills, seed, progress = () => {} }: { kills: number; seed: number; progress?: (kills: number) => void },
): Promise<Toll> {
  warm ??= warmUp()
  await warm
  const directory = await mkdtemp(join(tmpdir(), 'cn-sanctions-kills-'))
  try {
    return await PARTS[part]({ place, directory, kills, random: seededRandom(seed), progress })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
