import { connect } from 'node:net'
import { addressOf, sendRequest, type HttpAnswer, type HttpRequest } from './http-attack.ts'
import type { Attack } from './socket-attack.ts'

const REQUESTS = 150
const SENDERS = 20
const MESSAGES = 200
const CONNECTIONS = 300
const HOLDS_MS = 1_000

/** Short members cost the parser the most. */
const WIDE = `{${Array.from({ length: 250_000 }, (_, at) => `"k${at}":1`).join()}}`

/** Sends the same request many times at once, from one address. */
export async function floodRequests(
  { site, actor, values, random }: Attack,
  expect: (sent: HttpRequest) => (answer: HttpAnswer) => void,
): Promise<void> {
  const [method, path, body] = random.pick([
    ['GET', '/api/Sessions', null],
    ['GET', '/', null],
    ['GET', '/sitemap.xml', null],
    ['GET', '/api/openapi.json', null],
    ['GET', '/download/windows-x64', null],
    ['GET', `/seasons/${random.pick(actor.ids)}`, null],
    ['GET', `/og/league/${random.pick(actor.ids)}.png`, null],
    ['GET', `/rest/v1/profiles?username=in.(${'%2B'.repeat(1_600)})x)`, null],
    ['GET', `/api/Search/${'a'.repeat(90)}`, null],
    ['POST', '/api/League', '['.repeat(100_000)],
    ['POST', '/api/League', WIDE],
    ['POST', '/api/Sessions', WIDE],
    ['PATCH', '/api/Seasons', `{"id":"${random.pick(actor.ids)}","name":"again"}`],
    ['POST', '/auth/v1/verify', `{"type":"sms","phone":"+491700000000","token":"１２３４５６"}`],
    ['GET', `/search/${encodeURIComponent(values.text().toWellFormed())}`.slice(0, 2_000), null],
  ] as const)
  const address = addressOf(random.integer(1, 4_000))
  const headers = {
    apikey: site.anonKey,
    authorization: `Bearer ${actor.token}`,
    'x-forwarded-for': address,
    ...(body !== null && { 'content-type': 'application/json' }),
  }
  const sent = { method, path, headers, body }
  await Promise.all(
    Array.from({ length: REQUESTS }, async () => {
      const judge = expect(sent)
      judge(await sendRequest(site.url, sent))
    }),
  )
}

/** Puts everyone in one topic, where everyone sends as fast as they can; presence has much to say. */
export async function floodRealtime({ site, random }: Attack): Promise<void> {
  const url = `${site.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${site.anonKey}&vsn=1.0.0`
  const topic = `realtime:flood-${random.integer(1, 3)}`
  const isPresence = random.next() < 0.3
  const message = isPresence
    ? { topic, event: 'presence', ref: '2', payload: trackedPresence(random.integer(1, 30_000)) }
    : {
        topic,
        event: 'broadcast',
        ref: '2',
        payload: { type: 'broadcast', event: 'x', payload: {} },
      }
  const sockets = Array.from({ length: SENDERS }, () => new WebSocket(url))
  await Promise.all(
    sockets.map((socket) =>
      settle((done) => {
        socket.addEventListener('error', done)
        socket.addEventListener('close', done)
        socket.addEventListener('open', () => {
          socket.send(
            JSON.stringify({ topic, event: 'phx_join', ref: '1', payload: { config: {} } }),
          )
          for (let n = 0; n < MESSAGES; n++) socket.send(JSON.stringify(message))
        })
      }),
    ),
  )
  for (const socket of sockets) socket.close()
}

function trackedPresence(length: number) {
  return { type: 'presence', event: 'track', payload: { text: 'x'.repeat(length) } }
}

/** Opens connections to the recorders' port that say nothing. */
export async function floodIngest(port: number): Promise<void> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'))
  await Promise.all(
    sockets.map((socket) =>
      settle((done) => {
        socket.on('error', done)
        socket.on('close', done)
      }),
    ),
  )
  for (const socket of sockets) socket.destroy()
}

/** Resolves when it is done, or after the time for which a flood holds on. */
function settle(start: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HOLDS_MS)
    start(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
