import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { createRandom } from '@pitboard/sim/setup/random'
import { createDelay, type LinkQuality } from './delayed-stream.ts'

/** The connection to a server can be cut: data is then lost without an error. */
export interface Proxy {
  cut(): void
  /** Lets new connections through again; earlier ones stay dead. */
  mend(): void
  /** Returns the total time that data has waited until now because of losses. */
  lossMs(): number
}

interface ProxyOptions {
  readonly from: string
  readonly to: string
  readonly ports: readonly number[]
  /** If this is left out, data passes as fast as it comes. */
  readonly quality?: LinkQuality
}

/** Listens on `from` and leads to the same ports of `to`, both addresses of this machine. */
export async function startProxy(
  t: TestContext,
  { from, to, ports, quality }: ProxyOptions,
): Promise<Proxy> {
  const random = createRandom(1)
  const sockets = new Set<Socket>()
  let isCut = false
  let lossMs = 0

  function lead(source: Socket, target: Socket): void {
    if (!quality) source.pipe(target)
    else source.pipe(createDelay(quality, random, (waitMs) => (lossMs += waitMs))).pipe(target)
  }

  for (const port of ports) {
    const server = createServer((near) => {
      near.on('error', () => {})
      sockets.add(near)
      if (isCut) return
      const far = connect({ host: to, port })
      far.on('error', () => near.destroy())
      sockets.add(far)
      lead(near, far)
      lead(far, near)
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
    lossMs: () => lossMs,
  }
}

function destroyAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}
