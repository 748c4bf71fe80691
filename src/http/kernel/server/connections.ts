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

/**
 * Requests that callers have sent ahead of the answer they wait for. Node takes all that it has read of a connection for
 * requests under way, up to a thousand of them, at 7 kB each; browsers and libraries send none ahead.
 */
const MOST_AHEAD = 2_048

export type Connections = ReturnType<typeof boundConnections>

/** Connections of one network. Those that wait for a request stand in the order in which they began to wait. */
interface Group {
  readonly waiting: Set<Socket>
  readonly answering: Set<Socket>
  /** How many requests were sent ahead over connections, where there are any, and their sum. */
  readonly ahead: Map<Socket, number>
  allAhead: number
}

/**
 * Bounds the connections that are open, as bodies and answers are bounded: beyond `most`, the network that has most of them
 * gives way. It loses the one that has waited longest for a request, or has taken longest to send one; one that is being
 * answered only if there is no other. `networkOf` is null for a trusted proxy, whose connections serve many callers: it
 * gives way only where no other network has more than one. Requests that are sent ahead over them are bounded in the same
 * way: the network that has most of those loses the connection that has had some for longest.
 */
export function boundConnections(most: number, networkOf: (socket: Socket) => string | null) {
  const groups = new Map<string | null, Group>()
  const ofSocket = new WeakMap<Socket, { readonly network: string | null; readonly group: Group }>()
  let open = 0
  let ahead = 0
  let closed = 0

  function giveWay(): void {
    let largest: Group | undefined
    let largestCount = 0
    for (const [network, group] of groups) {
      const count = network === null ? 1.5 : group.waiting.size + group.answering.size
      // Of networks with equally many, one that has nothing but answers under way goes last.
      const ranked = group.waiting.size > 0 ? count + 0.25 : count
      if (ranked > largestCount) [largest, largestCount] = [group, ranked]
    }
    const [socket] = largest?.waiting.size ? largest.waiting : (largest?.answering ?? [])
    if (socket) close(socket)
  }

  function giveWayAhead(): void {
    let largest: Group | undefined
    for (const group of groups.values()) if (group.allAhead > (largest?.allAhead ?? 0)) largest = group
    const [socket] = largest?.ahead.keys() ?? []
    if (socket) close(socket)
  }

  function close(socket: Socket): void {
    closed++
    remove(socket)
    socket.destroy()
  }

  function add(socket: Socket): void {
    const network = networkOf(socket)
    const group = groups.get(network) ?? { waiting: new Set(), answering: new Set(), ahead: new Map(), allAhead: 0 }
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
    setAhead(group, socket, 0)
    if (group.waiting.size + group.answering.size === 0) groups.delete(network)
    open--
  }

  function setAhead(group: Group, socket: Socket, count: number): void {
    const more = count - (group.ahead.get(socket) ?? 0)
    if (more === 0) return
    if (count === 0) group.ahead.delete(socket)
    else group.ahead.set(socket, count)
    group.allAhead += more
    ahead += more
  }

  return {
    /** Counts a connection from now on, until it is closed. */
    add,
    /** So many requests over it are being answered. */
    answering(socket: Socket, requests: number): void {
      const group = ofSocket.get(socket)?.group
      if (!group) return
      const [from, to] = requests === 0 ? [group.answering, group.waiting] : [group.waiting, group.answering]
      if (from.delete(socket)) to.add(socket)
      setAhead(group, socket, Math.max(0, requests - 1))
      if (ahead > MOST_AHEAD) giveWayAhead()
    },
    open: () => open,
    /** How many were closed to make room. */
    closed: () => closed,
  }
}
