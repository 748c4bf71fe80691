import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  /** From now on nothing passes, and nobody is told: the cable is cut. */
  cut(): void
  /** From now on what is sent arrives, and what is answered does not. */
  loseAnswers(): void
  /** Connections are reset, as by a failover; new ones work. */
  reset(): void
  /** New connections work again; the old ones stay dead. */
  mend(): void
  /** Ends all connections; new ones go to another port, as when an address moves to another server. */
  turnTo(port: number): void
  close(): Promise<void>
}

/** A wire to a local port which can be cut. */
export async function wireTo(port: number): Promise<Wire> {
  let target = port
  let isCut = false
  const ends = new Set<Socket>()
  /** The ends towards the port. */
  const fars = new Set<Socket>()
  const server = createServer((near) => {
    ends.add(near.on('error', () => {}))
    if (isCut) return
    const far = connect(target, '127.0.0.1').on('error', () => near.destroy())
    ends.add(far)
    fars.add(far)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const end of ends) end.unpipe().pause()
    },
    loseAnswers() {
      for (const far of fars) far.unpipe().resume()
    },
    reset() {
      for (const end of ends) end.resetAndDestroy()
      ends.clear()
      fars.clear()
    },
    mend() {
      isCut = false
    },
    turnTo(other) {
      target = other
      for (const end of ends) end.destroy()
      ends.clear()
    },
    async close() {
      for (const end of ends) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
