import { InvalidArgumentError } from 'commander'
import { type Day, isDay } from '../../base/day.ts'
import { CELEX } from '../../law/terms/celex.ts'
import { ANNEX_ROLES, type AnnexRole } from '../../law/terms/law.ts'

/** `--in-force 32026R0506=2026-04-24` */
export function dayOfAct(value: string, before: ReadonlyMap<string, Day> = new Map()): ReadonlyMap<string, Day> {
  const [celex = '', day = ''] = value.split('=')
  if (!CELEX.test(celex) || !isDay(day)) throw new InvalidArgumentError('It must be 32026R0506=2026-04-24.')
  return new Map([...before, [celex, day]])
}

/** `--annex XLIX=goods` */
export function roleOfAnnex(
  value: string,
  before: ReadonlyMap<string, AnnexRole> = new Map(),
): ReadonlyMap<string, AnnexRole> {
  const [annex = '', name = ''] = value.split('=')
  const role = ANNEX_ROLES.find((one) => one === name)
  if (annex === '' || !role)
    throw new InvalidArgumentError(`It must be an annex and its role: ${ANNEX_ROLES.join(', ')}.`)
  return new Map([...before, [annex, role]])
}
