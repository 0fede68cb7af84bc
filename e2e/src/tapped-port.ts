import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

export interface TappedPort {
  readonly port: number
  /** Lists what was sent to the port so far, a buffer for each connection. */
  listStreams(): readonly Buffer[]
}

/** Opens a port that leads to another one of this machine and remembers what is sent to it. */
export async function tapPort(t: TestContext, port: number): Promise<TappedPort> {
  const streams: Buffer[][] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const chunks: Buffer[] = []
    streams.push(chunks)
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    near.on('data', (chunk) => chunks.push(chunk))
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: address.port, listStreams: () => streams.map((chunks) => Buffer.concat(chunks)) }
}
