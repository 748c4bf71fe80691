/**
 * The most bytes of bodies, of all requests and responses together, that are read or written in one turn of the event loop.
 * The kernel gives and takes megabytes at once, and libuv accepts one connection in each turn: two hundred callers who send
 * or ask for megabytes in the same moment would make a new connection wait for seconds.
 */
const BYTES_IN_A_TURN = 512 * 1024

let moved = 0
const waiting: { readonly bytes: number; resume(): void }[] = []

const isRoomFor = (bytes: number): boolean => moved === 0 || moved + bytes <= BYTES_IN_A_TURN

/** Awaited for each part of a body, in the order of asking. Undefined: there is room in this turn, go on. */
export function transferTurn(bytes: number): Promise<void> | undefined {
  if (waiting.length === 0 && isRoomFor(bytes)) {
    add(bytes)
    return undefined
  }
  return new Promise((resume) => waiting.push({ bytes, resume }))
}

function add(bytes: number): void {
  if (moved === 0) setImmediate(beginTurn)
  moved += bytes
}

function beginTurn(): void {
  moved = 0
  while (waiting.length > 0 && isRoomFor(waiting[0]!.bytes)) {
    const { bytes, resume } = waiting.shift()!
    add(bytes)
    resume()
  }
}
