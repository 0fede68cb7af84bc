import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestContext } from 'node:test'
import { user } from './ingest-server.ts'

/** Starts a server whose user confirms each code at once. */
export async function startPairingServer(t: TestContext, key: string): Promise<string> {
  const server = createServer((request, response) => {
    const isStart = request.url === '/api/RecorderPairings'
    const body = isStart
      ? {
          deviceCode: 'd'.repeat(43),
          userCode: 'BCDF-GHJK',
          verificationUri: 'https://pitboard.example/pair',
          verificationUriComplete: 'https://pitboard.example/pair?code=BCDF-GHJK',
          expiresIn: 600,
          interval: 0,
        }
      : { status: 'paired', interval: 0, recorder: { userId: user, userName: 'Max', key } }
    const isKnown = request.url?.startsWith('/api/RecorderPairings') === true
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? body : {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}
