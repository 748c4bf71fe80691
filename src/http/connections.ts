import type { Socket } from 'node:net'

/** Some 30 MB while nothing is asked over them: idle ones give way long before a person on a page comes back. */
const MOST = 4_096
/**
 * Files of the service besides connections to callers: 30 of a quiet process, 64 webhooks and their look-ups of names, the
 * store, mails, the law and the processes that check it, the operator.
 */
const OWN_FILES = 200

/** How many connections callers may have open when the process may open so many files; where those are few, a quarter. */
export const maxConnectionsFor = (openFiles = Number.POSITIVE_INFINITY): number =>
  Math.min(MOST, Math.max(openFiles - OWN_FILES, Math.floor(openFiles / 4)))

export type Connections = ReturnType<typeof boundConnections>

/** Connections of one network. Those that wait for a request stand in the order in which they began to wait. */
interface Group {
  readonly waiting: Set<Socket>
  readonly answering: Set<Socket>
}

/**
 * Bounds the connections that are open, as bodies and answers are bounded: beyond `most`, the network that has most of them
 * gives way. It loses the one that has waited longest for a request, or has taken longest to send one; one that is being
 * answered only if there is no other. `networkOf` is null for a trusted proxy, whose connections serve many callers: it
 * gives way only where no other network has more than one.
 */
export function boundConnections(most: number, networkOf: (socket: Socket) => string | null) {
  const groups = new Map<string | null, Group>()
  const ofSocket = new WeakMap<Socket, { readonly network: string | null; readonly group: Group }>()
  let open = 0
  let closed = 0

  function giveWay(): void {
    let largest: Group | undefined
    let size = 0
    for (const [network, group] of groups) {
      const counted = network === null ? 1.5 : group.waiting.size + group.answering.size
      if (counted > size) [largest, size] = [group, counted]
    }
    const [socket] = largest?.waiting.size ? largest.waiting : (largest?.answering ?? [])
    if (!socket) return
    closed++
    remove(socket)
    socket.destroy()
  }

  function add(socket: Socket): void {
    const network = networkOf(socket)
    const group = groups.get(network) ?? { waiting: new Set(), answering: new Set() }
    groups.set(network, group)
    group.waiting.add(socket)
    ofSocket.set(socket, { network, group })
    open++
    socket.once('close', () => remove(socket))
    if (open > most) giveWay()
  }

  function remove(socket: Socket): void {
    const held = ofSocket.get(socket)
    if (!held) return
    ofSocket.delete(socket)
    const { network, group } = held
    group.waiting.delete(socket)
    group.answering.delete(socket)
    if (group.waiting.size + group.answering.size === 0) groups.delete(network)
    open--
  }

  function move(socket: Socket, from: keyof Group, to: keyof Group): void {
    const group = ofSocket.get(socket)?.group
    if (group?.[from].delete(socket)) group[to].add(socket)
  }

  return {
    /** Counts a connection from now on, until it is closed. */
    add,
    /** A request over it is being answered. */
    answering: (socket: Socket) => move(socket, 'waiting', 'answering'),
    /** All requests over it were answered. */
    waiting: (socket: Socket) => move(socket, 'answering', 'waiting'),
    open: () => open,
    /** How many were closed to make room. */
    closed: () => closed,
  }
}
