import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { TestContext } from 'node:test'

/** A connection to a server that can be cut: data is then lost without an error. */
export interface Proxy {
  cut(): void
  /** Lets new connections through again; earlier ones stay dead. */
  mend(): void
}

/** Listens on `from` and leads to the same ports of `to`, both addresses of this machine. */
export async function startProxy(
  t: TestContext,
  { from, to, ports }: { from: string; to: string; ports: readonly number[] },
): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  for (const port of ports) {
    const server = createServer((near) => {
      near.on('error', () => {})
      sockets.add(near)
      if (isCut) return
      const far = connect({ host: to, port })
      far.on('error', () => near.destroy())
      sockets.add(far)
      near.pipe(far)
      far.pipe(near)
    })
    server.listen(port, from)
    await once(server, 'listening')
    t.after(() => server.close())
  }
  t.after(() => destroyAll(sockets))
  return {
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      isCut = false
      destroyAll(sockets)
    },
  }
}

function destroyAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}
