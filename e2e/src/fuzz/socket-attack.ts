import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import {
  encodeDatagram,
  encodeFrame,
  encodeJsonFrame,
} from '@pitboard/contract/ingest/ingest-frames'
import { FrameType } from '@pitboard/contract/ingest/ingest-protocol'
import type { Random } from '@pitboard/sim/setup/random'
import type { Actor, Site } from './actors.ts'
import type { HostileValues } from './hostile-values.ts'
import { addressOf } from './http-attack.ts'

export interface Attack {
  readonly site: Site
  readonly actor: Actor
  readonly values: HostileValues
  readonly random: Random
}

const WITHIN_MS = 1_500
const DATAGRAMS_AT_ONCE = 40

/** The list has every WebSocket path of the server; `{id}` is one of a race, a user, or nothing. */
const WEB_SOCKETS = [
  '/api/LiveSession/ws/{id}',
  '/api/LiveSession/ws/user/{id}',
  '/realtime/v1/websocket?apikey={key}&vsn=1.0.0',
  '/realtime/v1/websocket?apikey={key}&vsn=2.0.0',
  '/realtime/v1/websocket',
  '/nowhere',
]

/** Opens a WebSocket and sends frames: some valid with hostile texts, some against the protocol. */
export function attackWebSocket(attack: Attack): Promise<void> {
  const { site, actor, values, random } = attack
  const path = random
    .pick(WEB_SOCKETS)
    .replace('{id}', encodeURIComponent(random.pick(actor.ids)))
    .replace('{key}', site.anonKey)
  const head =
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `X-Forwarded-For: ${addressOf(random.integer(1, 4_000))}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n` +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'
  const frames = Array.from({ length: random.integer(1, 12) }, () =>
    random.next() < 0.5 ? invalidFrame(random) : textFrame(realtimeMessage(attack)),
  )
  if (random.next() < 0.1) frames.push(Buffer.from(values.text()))
  return talk(attack, Number(new URL(site.url).port), Buffer.concat([Buffer.from(head), ...frames]))
}

/** Returns a masked text frame. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const length = payload.length
  const head =
    length < 126
      ? Buffer.from([0x81, 0x80 | length])
      : length < 65_536
        ? Buffer.from([0x81, 0xfe, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x81, 0xff, 0, 0, 0, 0]), uint32(length)])
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/**
 * Returns a frame with reserved bits, an unknown opcode, no mask, a false length, invalid UTF-8, broken deflate, or
 * long pings.
 */
function invalidFrame(random: Random): Buffer {
  return random.pick([
    Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]),
    Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc0, 0x80]),
    Buffer.from([0xc1, 0x84, 0, 0, 0, 0, 1, 2, 3, 4]),
    Buffer.from([0x09, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0, ...Array.from({ length: 256 }, () => 0)]),
    Buffer.from([0x88, 0x81, 0, 0, 0, 0, 1]),
    Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0xff, 0xff]),
    Buffer.from([0x80, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x01, 0x80, 0, 0]),
    Buffer.from(Array.from({ length: 64 }, () => random.integer(0, 255))),
  ])
}

function realtimeMessage({ actor, values, random }: Attack): string {
  const topic = random.pick(['realtime:room', 'realtime:pitboard:live', 'phoenix', values.text()])
  const event = random.pick([
    'phx_join',
    'phx_leave',
    'heartbeat',
    'access_token',
    'broadcast',
    'presence',
    values.text(),
  ])
  const config = {
    broadcast: { self: random.next() < 0.5, ack: values.valueOf({ type: 'boolean' }) },
    presence: { key: values.text() },
    private: random.next() < 0.2,
    postgres_changes: [
      {
        event: random.pick(['*', 'INSERT', values.text()]),
        schema: 'public',
        table: random.pick(['profiles', 'sessions', 'leagues', 'seasons', values.text()]),
        filter: `${random.pick(['id', 'name', 'user_id'])}=${values.text()}`,
      },
    ],
  }
  const payload = random.next() < 0.3 ? values.valueOf({}) : { config, access_token: actor.token }
  if (random.next() < 0.05) return values.jsonText({})
  return random.next() < 0.5
    ? JSON.stringify({ topic, event, payload, ref: '1', join_ref: '1' })
    : JSON.stringify(['1', '1', topic, event, payload])
}

/** Attacks the recorder's stream by false tokens, false frames, cut frames, floods of them. */
export function attackIngestTcp(attack: Attack, port: number): Promise<void> {
  const { values, random } = attack
  const frames = Array.from({ length: random.integer(1, 6) }, (): Uint8Array => {
    const type = random.pick([...Object.values(FrameType), 0, 99, 255])
    const kind = random.integer(0, 4)
    if (kind === 0) return Buffer.from(values.text())
    if (kind === 1) return Buffer.from(values.jsonText({}).slice(0, 8_000))
    if (kind === 2) return Buffer.from([0xff, 0xff, 0xff, 0x7f, type])
    const hello = {
      version: 1,
      token: values.text().slice(0, 600),
      streamId: values.text().slice(0, 99),
    }
    return kind === 3 ? encodeJsonFrame(type, hello) : encodeFrame(type, randomBytes(random, 600))
  })
  return talk(attack, port, Buffer.concat(frames))
}

/** Sends datagrams of a race with bytes changed, cut or added, to a leased port. */
export async function attackIngestUdp(
  { random }: Attack,
  port: number,
  race: readonly Uint8Array[],
): Promise<void> {
  const socket = createSocket('udp4')
  for (let n = 0; n < DATAGRAMS_AT_ONCE; n++) {
    const bytes = changeBytes(random, random.pick(race))
    await new Promise((resolve) => socket.send(bytes, port, '127.0.0.1', resolve))
  }
  socket.close()
}

/** Attacks as a recorder with a valid token that sends changed datagrams, wrong numbers and frames out of turn. */
export function attackAsRecorder(
  attack: Attack,
  { port, token }: { readonly port: number; readonly token: string },
  race: readonly Uint8Array[],
): Promise<void> {
  const { random } = attack
  const hello = { version: 1, token, streamId: randomUUID() }
  const datagrams = Array.from({ length: DATAGRAMS_AT_ONCE }, (_, n) =>
    encodeDatagram({
      number: random.next() < 0.05 ? random.pick([0, 2 ** 52]) : n + 1,
      atMs: random.next() < 0.05 ? random.pick([NaN, Infinity, -1, 8.64e15]) : Date.now(),
      bytes: changeBytes(random, random.pick(race)),
    }),
  )
  const finish = { lastNumber: random.integer(0, DATAGRAMS_AT_ONCE), endsSession: true }
  return talk(
    attack,
    port,
    Buffer.concat([
      encodeJsonFrame(FrameType.Hello, hello),
      ...datagrams,
      encodeJsonFrame(FrameType.Finish, finish),
    ]),
  )
}

function changeBytes(random: Random, datagram: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(datagram)
  if (random.next() < 0.2) return bytes
  if (random.next() < 0.1) return randomBytes(random, 1_500)
  for (let n = random.integer(1, 8); n > 0; n--) {
    bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
  }
  return random.next() < 0.2 ? bytes.subarray(0, random.integer(0, bytes.length)) : bytes
}

/** Sends what no HTTP client sends. */
export function attackHttpBytes(attack: Attack): Promise<void> {
  const { site, values, random } = attack
  const lines = random.pick([
    `GET ${values.text().slice(0, 9_000)} HTTP/1.1\r\n\r\n`,
    `POST /api/League HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n{}`,
    `POST /api/League HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /auth/v1/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
    `GET / HTTP/1.1\r\n${'x-header: y\r\n'.repeat(3_000)}\r\n`,
    `GET //%zz/../..//%00 HTTP/1.1\r\nHost: ${values.text().slice(0, 200)}\r\n\r\n`,
    `PATCH /api/Seasons HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"id":`,
    `${values.text().slice(0, 4_000)}\r\n\r\n`,
  ])
  return talk(attack, Number(new URL(site.url).port), Buffer.from(lines, 'latin1'))
}

/** Connects, sends in one or several pieces, then leaves: politely, in the middle, or by a reset. */
function talk({ random }: Attack, port: number, bytes: Buffer): Promise<void> {
  const cut = random.next() < 0.3 ? random.integer(0, bytes.length) : bytes.length
  const middle = random.integer(0, cut)
  const isReset = random.next() < 0.3
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => {
      socket.destroy()
      // A reset that the system refuses, as while the other direction is being closed, never emits `close`.
      resolve()
    }, WITHIN_MS)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.on('connect', () => {
      socket.write(bytes.subarray(0, middle))
      socket.write(bytes.subarray(middle, cut), () => {
        if (isReset) socket.resetAndDestroy()
      })
    })
    socket.once('data', () => socket.resume().end())
  })
}

function randomBytes(random: Random, lengthMax: number): Uint8Array {
  return Uint8Array.from({ length: random.integer(2, lengthMax) }, () => random.integer(0, 255))
}
