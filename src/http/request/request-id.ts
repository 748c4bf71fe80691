import { randomBytes } from 'node:crypto'

const process = randomBytes(4).toString('hex')
let count = 0

/** Short and cheap, and unique over instances and restarts. */
export const nextRequestId = (): string => `${process}-${(count++).toString(36)}`
