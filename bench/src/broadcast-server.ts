import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { createRoomDirectory } from '@pitboard/server/racing/live/rooms/room-directory'
import type { FanOut } from '@pitboard/server/platform/fan-out/fan-out'
import { openFanOut } from '@pitboard/server/platform/fan-out/open-fan-out'
import { createLog } from '@pitboard/server/platform/diagnostics/log'
import { createLiveSockets } from '@pitboard/server/racing/live/socket'
import type { SharedFrame } from '@pitboard/server/racing/live/rooms/frame'
import { WebSocketServer } from 'ws'
import { createRace } from '@pitboard/sim/race'
import type { LiveSession } from '@pitboard/contract/live/live'
import { latenessOf } from './delivered-work.ts'
import { createDrivenRoom, TICK_MS } from './driven-room.ts'

/**
 * This process is one side of a comparison, so that its CPU time and memory are its own: `pitboard` publishes states
 * through directory, room and sockets; `edge` relays what a `pitboard` on the same NATS server publishes; `bare` writes
 * one prepared frame to every socket of a `ws` server. It speaks with its parent by IPC.
 */
const [, , kind, natsUrl] = process.argv
const log = createLog('silent')
const TICKS = 100
const COLLECTIONS = 5
const SESSION_ID = '01900000-0000-7000-8000-000000000000'

const { states, frames } = recordTicks(TICKS)
const server = createServer()
let messages = 0
let lateMs: number[] = []
const broadcast = kind === 'bare' ? bareLoop() : pitboard(await openRelay())

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : null })
})

process.on('message', (request: 'memory' | 'broadcast') => {
  if (request === 'memory') {
    void collectGarbage().then(() => {
      const { rss, heapUsed, external } = process.memoryUsage()
      process.send?.({ rssBytes: rss, usedBytes: heapUsed + external })
    })
    return
  }
  const before = process.cpuUsage()
  messages = 0
  lateMs = []
  broadcast(() => {
    const { user, system } = process.cpuUsage(before)
    process.send?.({ cpuMicros: user + system, messages, lateMs: latenessOf(lateMs) })
  })
})

/** What is released in a later turn, such as sockets and timers, is garbage of the next collection. */
async function collectGarbage(): Promise<void> {
  for (let n = 0; n < COLLECTIONS; n++) {
    globalThis.gc?.()
    await turn()
  }
}

async function openRelay(): Promise<FanOut> {
  const servers = natsUrl === undefined ? [] : [new URL(natsUrl).host]
  const address = { servers, isEncrypted: false, credentials: null }
  return (await openFanOut({ natsUrl: servers.length > 0 ? address : null }, 'bench', log)).fanOut
}

function pitboard(fanOut: FanOut): (done: () => void) => void {
  const roomDirectory = createRoomDirectory(() => performance.now(), {
    fanOut,
    onTick: (late) => void lateMs.push(late),
  })
  let place = 0
  if (kind === 'pitboard') {
    roomDirectory.open(SESSION_ID, SESSION_ID, {
      read: (published) => states[place] ?? published ?? fail(),
    })
  }
  const sockets = createLiveSockets({
    roomDirectory,
    log,
    isSessionLive: async () => kind === 'edge',
    userExists: () => Promise.resolve(false),
    sent: () => {
      messages++
    },
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    viewersMax: 100_000,
    viewersPerAddressMax: 100_000,
  })
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head))
  return (done) => {
    place = 0
    const timer = setInterval(() => {
      place++
      if (place < TICKS) return
      clearInterval(timer)
      done()
    }, 100)
  }
}

function bareLoop(): (done: () => void) => void {
  const sockets: Duplex[] = []
  const wss = new WebSocketServer({ server, perMessageDeflate: true, clientTracking: false })
  wss.on('connection', (_, request) => sockets.push(request.socket))
  return (done) => {
    let place = 0
    const timer = setInterval(() => {
      const frame = frames[place++]
      if (frame) {
        for (const socket of sockets) socket.write(frame)
        messages += sockets.length
        return
      }
      clearInterval(timer)
      done()
    }, 100)
  }
}

interface Recorded {
  readonly states: LiveSession[]
  /** The same ticks are here as the frames a viewer gets. */
  readonly frames: Buffer[]
}

/** Records that many ticks of a race, from its tenth second on. */
function recordTicks(count: number): Recorded {
  const driven = createDrivenRoom()
  const frames: Buffer[] = []
  const states: LiveSession[] = []
  const viewer = {
    send: (frame: SharedFrame, knowsEarlier: boolean) =>
      void frames.push(frame.deflated(knowsEarlier)),
    backlogBytes: () => 0,
    close: () => {},
  }
  let nowMs = 0
  let joined = false
  for (const { atMs, bytes } of createRace({ seed: 3, laps: 3, rateHz: 20 }).datagrams()) {
    for (; nowMs + TICK_MS <= atMs; nowMs += TICK_MS) {
      driven.tick(nowMs)
      const room = driven.room()
      if (!room || nowMs < 10_000) continue
      if (!joined) room.join(viewer, nowMs)
      joined = true
      states.push(room.state(nowMs))
      if (states.length === count) return { states, frames: frames.slice(1) }
    }
    driven.push(bytes, atMs)
  }
  return { states, frames: frames.slice(1) }
}

function fail(): never {
  throw new Error('no state was recorded')
}
