import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestContext } from 'node:test'
import { UPDATE_CONTEXT } from '@pitboard/contract/ingest/recorder-update'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

export interface UpdateServer {
  readonly url: string
  readonly updateKey: string
  /** These paths were asked for. */
  readonly asked: readonly string[]
  /** The program is sent up to its middle; calling it sends the rest. */
  pauseDownload(): () => void
}

/** Starts a server that offers a program of a version to every system. */
export async function startUpdateServer(
  t: TestContext,
  program: string,
  version: string,
): Promise<UpdateServer> {
  const asked: string[] = []
  let paused: Promise<void> | null = null
  const content = Buffer.from(program)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const updateKey = String(publicKey.export({ format: 'jwk' }).x)

  function describe(platform: string): object {
    const product = 'pitboard-recorder'
    const update = { product, platform, version, bytes: content.length, sha256 }
    const manifest = JSON.stringify(update)
    const signed = sign(null, Buffer.from(UPDATE_CONTEXT + manifest), privateKey)
    return { manifest, signature: signed.toString('base64url') }
  }

  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const [, , folder, platform = '', file] = (request.url ?? '').split('/')
    if (folder !== 'RecorderUpdates') return void response.writeHead(404).end('{}')
    if (file !== 'file') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(describe(platform)))
    }
    response.writeHead(200)
    if (paused === null) return void response.end(content)
    const middle = Math.floor(content.length / 2)
    response.write(content.subarray(0, middle))
    void paused.then(() => response.end(content.subarray(middle)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    updateKey,
    asked,
    pauseDownload() {
      const { promise, resolve } = Promise.withResolvers<void>()
      paused = promise
      return resolve
    },
  }
}
