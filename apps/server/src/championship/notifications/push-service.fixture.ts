import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { TestContext } from 'node:test'
import { jwtVerify } from 'jose'

const WITHIN_MS = 8000
const [SALT_BYTES, KEY_BYTES, TAG_BYTES] = [16, 65, 16]

export interface PushedMessage {
  readonly headers: IncomingHttpHeaders
  /** The body is encrypted, as it was sent. */
  readonly body: Buffer
  /** The browser decrypts this. */
  readonly payload: unknown
}

/** Starts a push service on this machine with one subscribed browser. */
export async function openPushService(t: Pick<TestContext, 'after'>) {
  const messages: PushedMessage[] = []
  const browser = createECDH('prime256v1')
  const publicKey = browser.generateKeys()
  const auth = randomBytes(16)
  let status: number | null = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      messages.push({ headers: request.headers, body, payload: JSON.parse(decrypt(body)) })
      if (status !== null) response.writeHead(status).end()
      server.emit('message')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`

  /** Decrypts by RFC 8291 and 8188, without the library of the server. */
  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, SALT_BYTES)
    const serverKey = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + KEY_BYTES)
    const encrypted = body.subarray(SALT_BYTES + 5 + KEY_BYTES)
    const shared = browser.computeSecret(serverKey)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
    const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
    const derive = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
    const padded = Buffer.concat([
      decipher.update(encrypted.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ])
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  }

  return {
    messages,
    subscription: {
      endpoint: `${origin}/push/${randomBytes(8).toString('hex')}`,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    /** Sets the status from now on; with null it does not answer at all. */
    answer: (given: number | null) => (status = given),
    /** Resolves once it has got that many messages. */
    async received(count: number): Promise<void> {
      const signal = AbortSignal.timeout(WITHIN_MS)
      while (messages.length < count) await once(server, 'message', { signal })
    },
    /** Throws if the message is not signed with the installation's key for this service (RFC 8292). */
    async checkSignature({ headers }: PushedMessage, pushKey: string) {
      const [, token = '', key] =
        /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
      if (key !== pushKey) throw new Error(`unknown key ${key ?? ''}`)
      const point = Buffer.from(pushKey, 'base64url')
      const [x, y] = [point.subarray(1, 33), point.subarray(33)]
      const jwk = {
        kty: 'EC',
        crv: 'P-256',
        x: x.toString('base64url'),
        y: y.toString('base64url'),
      }
      await jwtVerify(token, createPublicKey({ format: 'jwk', key: jwk }), { audience: origin })
    },
  }
}
