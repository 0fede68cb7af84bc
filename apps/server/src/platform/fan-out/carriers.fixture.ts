import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@pitboard/contract/testing/patience'
import { createLog, type Log } from '../diagnostics/log.ts'
import { openRunFolder } from '../files/run-folder.ts'
import { openNats } from '../nats/nats-connection.ts'
import { openTestNats } from '../nats/nats.fixture.ts'
import { type FanOut, type MeasuredFanOut, NoAnswer } from './fan-out.ts'
import { createNatsFanOut } from './nats-fan-out.ts'
import { createSocketFanOut } from './socket-fan-out.ts'
import { createFanOutHub } from './socket-hub.ts'

/** The carrier brings messages from one server of a test to the others. */
export interface Carrier {
  /** Connects another server. */
  join(log?: Log): Promise<MeasuredFanOut>
  /** The carrier goes away; its servers stay. */
  stop(): Promise<void>
  /** It comes back. */
  start(): Promise<void>
  close(): Promise<void>
}

const SILENT = createLog('silent')

export const CARRIERS: Readonly<Record<string, () => Promise<Carrier>>> = {
  NATS: openNatsCarrier,
  'a Unix socket': openSocketCarrier,
}

async function openSocketCarrier(): Promise<Carrier> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-hub-'))
  const path = join((await openRunFolder(folder)).path, 'hub.sock')
  let hub = await createFanOutHub({ path, log: SILENT })
  const joined: MeasuredFanOut[] = []
  return {
    async join(log = SILENT) {
      const fanOut = createSocketFanOut({ path, log })
      joined.push(fanOut)
      await until(() => fanOut.isConnected())
      return fanOut
    },
    stop: () => hub.close(),
    async start() {
      hub = await createFanOutHub({ path, log: SILENT })
    },
    async close() {
      for (const fanOut of joined) await fanOut.close()
      await hub.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function openNatsCarrier(): Promise<Carrier> {
  const server = await openTestNats()
  const { hostname, port } = new URL(server.url)
  const closing: (() => Promise<void>)[] = []
  return {
    async join(log = SILENT) {
      const address = { servers: [`${hostname}:${port}`], isEncrypted: false, credentials: null }
      const nats = await openNats(address, 'pb.test.', log)
      const fanOut = createNatsFanOut(nats, log)
      closing.push(async () => {
        await fanOut.close()
        await nats.close()
      })
      return fanOut
    },
    stop: () => server.kill(),
    start: () => server.start(),
    async close() {
      for (const close of closing) await close()
      await server.close()
    },
  }
}

/** Resolves once the subscriptions of a server are in force. */
export async function settle(fanOut: FanOut): Promise<void> {
  await fanOut.request('nobody-responds', new Uint8Array()).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error
  })
}
