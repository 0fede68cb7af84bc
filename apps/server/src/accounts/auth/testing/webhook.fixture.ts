import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { TestContext } from 'node:test'

export const SMS_WEBHOOK_SECRET = 'shared with the webhook'

/** The provider of text messages checks who calls, and takes its time. */
export async function openWebhook(t: TestContext, { takesMs = 0 } = {}) {
  const messages: { to: string; code: string }[] = []
  const hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (!isSigned(request.headers, body)) {
        response.writeHead(401).end()
        return
      }
      const { to, text }: { to: string; text: string } = JSON.parse(body)
      messages.push({ to, code: /\d{6}/.exec(text)?.[0] ?? '' })
      response.setHeader('content-type', 'application/json')
      setTimeout(() => response.end(JSON.stringify({ id: `message-${messages.length}` })), takesMs)
    })
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  t.after(() => hook.close())
  const address = hook.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    last: () => messages.at(-1) ?? { to: '', code: '' },
  }
}

function isSigned({ 'pitboard-signature': signature }: IncomingHttpHeaders, body: string): boolean {
  const [, time = '', mac = ''] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(signature)) ?? []
  return mac === createHmac('sha256', SMS_WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex')
}
