import { lookup } from 'node:dns'
import type { TestContext } from 'node:test'
import { Server } from 'proxy-chain'

/** Nothing else than this proxy leads out of its network. */
export interface WebProxy {
  /** The address contains name and password. */
  readonly url: string
  /** Counts the bytes that have gone to the site through tunnels. */
  bytesToSite(): number
  breakConnections(): void
}

/** Starts a proxy that alone knows that `host` is on this machine. */
export async function startWebProxy(
  t: TestContext,
  { host, credentials }: { readonly host: string; readonly credentials: string },
): Promise<WebProxy> {
  let closedBytes = 0
  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    prepareRequestFunction: ({ hostname, username, password }) => ({
      requestAuthentication: hostname !== host || `${username}:${password}` !== credentials,
      dnsLookup,
    }),
  })
  server.on('connectionClosed', ({ stats }) => (closedBytes += stats.trgTxBytes ?? 0))
  await server.listen()
  t.after(() => server.close(true))
  return {
    url: `http://${credentials}@127.0.0.1:${server.port}`,
    bytesToSite: () =>
      server
        .getConnectionIds()
        .reduce((sum, id) => sum + (server.getConnectionStats(id)?.trgTxBytes ?? 0), closedBytes),
    breakConnections: () => server.closeConnections(),
  }
}

/** Replaces Node's `lookup`, whose forms differ in their last parameters. */
function findHere(_: string, ...parameters: readonly unknown[]): void {
  const [options] = parameters
  const found = parameters.at(-1)
  if (typeof found !== 'function') throw new Error('Nobody waits for the address')
  const wantsAll = typeof options === 'object' && options !== null && 'all' in options
  if (wantsAll && options.all === true) found(null, [{ address: '127.0.0.1', family: 4 }])
  else found(null, '127.0.0.1', 4)
}

const dnsLookup = Object.assign(findHere, { __promisify__: lookup.__promisify__ })
