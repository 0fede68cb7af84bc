import { itemAt } from '@pitboard/contract/wire/item-at'
import { createServer, createConnection, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { readNatsAddress } from '@pitboard/server/platform/config/nats-address'
import type { FanOut } from '@pitboard/server/platform/fan-out/fan-out'
import { createNatsFanOut } from '@pitboard/server/platform/fan-out/nats-fan-out'
import { createSocketFanOut } from '@pitboard/server/platform/fan-out/socket-fan-out'
import { createFanOutHub } from '@pitboard/server/platform/fan-out/socket-hub'
import { openNats } from '@pitboard/server/platform/nats/nats-connection'
import { connect } from '@nats-io/transport-node'
import { median, percentile } from './reference.ts'

/**
 * The comparison runs in a process of its own: a server that publishes and one that subscribes, through the fan-out and
 * without it, in turn. It answers its parent by IPC.
 */
interface Pair {
  publish(subject: string, payload: Uint8Array): void
  subscribe(subject: string, onMessage: (payload: Uint8Array) => void): void
  /** Resolves once the subscriptions are in force. */
  settle(): Promise<unknown>
}

const [, , carrier = '', address = ''] = process.argv
/** There are as many live sessions, each with a tick of this size. */
const SUBJECTS = 100
const TICK_BYTES = 245
const WARM_UP_TURNS = 5
const TURNS = 60
const BURSTS_A_TURN = 60
/** Each session has ten ticks a second, spread over time. */
const PACED_BURSTS = 1_000
const PACED_BURST = 10
const PACE_MS = 5
const log = createLog('silent')

const open: Readonly<Record<string, () => Promise<{ ours: Pair; bare: Pair }>>> = {
  async nats() {
    const natsUrl = readNatsAddress(address)
    if (!natsUrl) throw new Error('The parent names no NATS server')
    const join = async () => createNatsFanOut(await openNats(natsUrl, 'pb.bench.', log), log)
    return { ours: pairOf(await join(), await join()), bare: await openBareNats() }
  },
  async socket() {
    await createFanOutHub({ path: address, log })
    const join = async () => {
      const fanOut = createSocketFanOut({ path: address, log })
      while (!fanOut.isConnected()) await pause(1)
      return fanOut
    }
    return { ours: pairOf(await join(), await join()), bare: await openBareSockets() }
  },
}

async function openBareNats(): Promise<Pair> {
  // The prefix is as long as that of the fan-out, so that both send the same number of bytes.
  const prefix = 'pb.bench.messagE.'
  const from = await connect({ servers: address })
  const to = await connect({ servers: address })
  return {
    publish: (subject, payload) => from.publish(prefix + subject, payload),
    subscribe(subject, onMessage) {
      to.subscribe(prefix + subject, { callback: (_, message) => onMessage(message.data) })
    },
    settle: () => to.flush(),
  }
}

function pairOf(from: FanOut, to: FanOut): Pair {
  return {
    publish: (subject, payload) => from.publish(subject, payload),
    subscribe: (subject, onMessage) => to.subscribe(subject, ({ payload }) => onMessage(payload)),
    settle: () => to.request('nobody', new Uint8Array()).catch(() => {}),
  }
}

/** A third party pipes two sockets into each other; a message is its length, a number and its payload. */
async function openBareSockets(): Promise<Pair> {
  const HEADER_BYTES = 8
  const path = `${address}-bare`
  const accepted: Socket[] = []
  const server = createServer((socket) => accepted.push(socket)).listen(path)
  await once(server, 'listening')
  const from = createConnection(path)
  await once(from, 'connect')
  const to = createConnection(path)
  await once(to, 'connect')
  while (accepted.length < 2) await pause(1)
  const [first, second] = accepted
  if (first && second) first.pipe(second)
  const listeners: ((payload: Uint8Array) => void)[] = []
  const places = new Map<string, number>()
  let rest = Buffer.alloc(0)
  to.on('data', (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    while (bytes.length - at >= HEADER_BYTES) {
      const end = at + HEADER_BYTES + bytes.readUInt32BE(at)
      if (end > bytes.length) break
      listeners[bytes.readUInt32BE(at + 4)]?.(bytes.subarray(at + HEADER_BYTES, end))
      at = end
    }
    rest = bytes.subarray(at)
  })
  return {
    publish(subject, payload) {
      const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
      frame.writeUInt32BE(payload.length)
      frame.writeUInt32BE(places.get(subject) ?? 0, 4)
      frame.set(payload, HEADER_BYTES)
      if (from.writableCorked === 0) {
        from.cork()
        queueMicrotask(() => from.uncork())
      }
      from.write(frame)
    },
    subscribe(subject, onMessage) {
      places.set(subject, listeners.push(onMessage) - 1)
    },
    settle: () => Promise.resolve(),
  }
}

/** Drives a pair and notes what was seen of it. */
async function createDriver(pair: Pair) {
  const subjects = Array.from({ length: SUBJECTS }, (_, place) => `live.0190-${place}.tick`)
  const payload = Buffer.alloc(TICK_BYTES)
  const delaysMs: number[] = []
  let awaited = 0
  let arrived: (() => void) | null = null
  for (const subject of subjects) {
    pair.subscribe(subject, (received) => {
      const sentAt = Buffer.from(received.buffer, received.byteOffset, 8).readDoubleBE()
      if (sentAt > 0) delaysMs.push(performance.now() - sentAt)
      if (--awaited === 0) arrived?.()
    })
  }
  await pair.settle()
  return {
    delaysMs,
    async publishToAll(): Promise<void> {
      awaited = SUBJECTS
      await new Promise<void>((resolve) => {
        arrived = resolve
        for (const subject of subjects) pair.publish(subject, payload)
      })
    },
    async publishTimed(first: number): Promise<void> {
      awaited = PACED_BURST
      await new Promise<void>((resolve) => {
        arrived = resolve
        for (let n = 0; n < PACED_BURST; n++) {
          const timed = Buffer.alloc(TICK_BYTES)
          timed.writeDoubleBE(performance.now())
          pair.publish(itemAt(subjects, (first + n) % SUBJECTS), timed)
        }
      })
    },
  }
}

type Driver = Awaited<ReturnType<typeof createDriver>>

async function cpuMicrosOfTurn({ publishToAll }: Driver): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < BURSTS_A_TURN; n++) await publishToAll()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (BURSTS_A_TURN * SUBJECTS)
}

async function measure() {
  const pairs = await open[carrier]?.()
  if (!pairs) throw new Error(`Nothing carries messages by ${carrier}`)
  const ours = await createDriver(pairs.ours)
  const bare = await createDriver(pairs.bare)
  const turns: { readonly ours: number; readonly bare: number }[] = []
  while (turns.length < WARM_UP_TURNS + TURNS) {
    turns.push({ ours: await cpuMicrosOfTurn(ours), bare: await cpuMicrosOfTurn(bare) })
  }
  turns.splice(0, WARM_UP_TURNS)
  for (let n = 0; n < PACED_BURSTS; n++) {
    for (const driver of [ours, bare]) {
      await pause(PACE_MS)
      await driver.publishTimed(n * PACED_BURST)
    }
  }
  return {
    cpuRatio: median(turns.map((turn) => turn.ours / turn.bare)),
    oursMicros: median(turns.map((turn) => turn.ours)),
    bareMicros: median(turns.map((turn) => turn.bare)),
    oursP99Ms: percentile(ours.delaysMs, 0.99),
    bareP99Ms: percentile(bare.delaysMs, 0.99),
  }
}

export type Measured = Awaited<ReturnType<typeof measure>>

process.send?.(await measure(), () => process.exit())
