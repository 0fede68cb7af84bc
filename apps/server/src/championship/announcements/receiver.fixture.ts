import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { TestContext } from 'node:test'

const WITHIN_MS = 8000

export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests compare parts of it
  readonly body: any
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

export interface TestReceiver {
  readonly url: string
  readonly messages: readonly ReceivedMessage[]
  /** Sets what it answers from now on; with null it answers nothing, and the call stays open. */
  answer(answer: Answer | null): void
  /** Ends the open calls without an answer. */
  endCalls(): void
  /** Resolves once it has got that many messages. */
  received(count: number): Promise<void>
}

/** Starts a receiver of announcements on this machine. */
export async function openReceiver(t: Pick<TestContext, 'after'>): Promise<TestReceiver> {
  const messages: ReceivedMessage[] = []
  let current: Answer | null = { status: 204 }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      messages.push({ headers: request.headers, text, body: JSON.parse(text) })
      if (current) response.writeHead(current.status, current.headers).end(current.text)
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
  return {
    url: `http://127.0.0.1:${address.port}/hooks/abcdefghijklmnop`,
    messages,
    answer: (answer) => (current = answer),
    endCalls: () => server.closeAllConnections(),
    async received(count) {
      const signal = AbortSignal.timeout(WITHIN_MS)
      while (messages.length < count) await once(server, 'message', { signal })
    },
  }
}

/** Checks the signature as docs/announcements.md describes it, without the server's code. */
export function hasValidSignature({ headers, text }: ReceivedMessage, secret: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(signed).digest('base64')
  return headers['webhook-signature'] === `v1,${mac}`
}
