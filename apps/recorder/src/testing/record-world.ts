import { createSocket, type Socket } from 'node:dgram'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { pcapHeader } from '@pitboard/telemetry/capture/pcap'
import type { CapturedDatagram } from '@pitboard/telemetry/capture/read-capture'
import { openCapture } from '../commands/capture-file.ts'
import { freePort } from './free-port.ts'
import { hostRecorder, type HostedRecorder } from './host-recorder.ts'
import { key, startIngestServer, user, type IngestServer } from './ingest-server.ts'

export interface RecordWorld {
  readonly server: IngestServer
  readonly spool: string
  readonly port: number
  /** `record` needs these arguments here. */
  readonly args: readonly string[]
  /** Starts it in this process, and ends it after the test. */
  record(args?: readonly string[]): HostedRecorder
  /** Sends the datagrams to a recorder that may not read them yet. */
  send(datagrams: readonly CapturedDatagram[]): Promise<void>
  /** Sends the datagrams and returns when the spool has them and those before. */
  drive(datagrams: readonly CapturedDatagram[], console?: Socket): Promise<void>
  spooled(): Promise<Buffer[]>
  outboxes(): string[]
}

/** Opens a server, a spool and a game for `record`. */
export async function startRecordWorld(t: TestContext): Promise<RecordWorld> {
  const server = await startIngestServer()
  const spool = mkdtempSync(join(tmpdir(), 'spool-'))
  const game = createSocket('udp4')
  const port = await freePort()
  const recorders: HostedRecorder[] = []
  t.after(async () => {
    for (const recorder of recorders) {
      recorder.interrupt()
      await recorder.waitForExit()
    }
    game.close()
    await server.kill()
    rmSync(spool, { recursive: true })
  })
  let driven = 0
  const listen = ['--listen', `${port}`, '--host', '127.0.0.1', '--spool', spool]
  const args = [...listen, '--server', server.url, '--user', user, '--key', key]

  async function spooled(): Promise<Buffer[]> {
    const captures = readdirSync(spool, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.pcap'))
      // A capture that was opened a moment ago has no datagram yet.
      .filter((name) => statSync(join(spool, name)).size > pcapHeader().length)
      .toSorted()
    const datagrams: Buffer[] = []
    for (const name of captures) {
      const capture = await openCapture(join(spool, name), () => {})
      for await (const { bytes } of capture.datagrams) datagrams.push(Buffer.from(bytes))
    }
    return datagrams
  }

  const isSpooled = async () => (await spooled()).length >= driven

  return {
    server,
    spool,
    port,
    args,
    record(more = []) {
      const recorder = hostRecorder(['record', ...args, ...more])
      recorders.push(recorder)
      return recorder
    },
    async send(datagrams) {
      for (const { bytes } of datagrams) await send(game, bytes, port)
      driven += datagrams.length
    },
    async drive(datagrams, console = game) {
      for (const { bytes } of datagrams) {
        await send(console, bytes, port)
        driven++
        // A burst would overrun the receive buffer, which a game at 60 Hz doesn't.
        if (driven % 20 === 0) await until(isSpooled)
      }
      await until(isSpooled)
    },
    spooled,
    outboxes: () =>
      readdirSync(spool, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('outbox'),
      ),
  }
}

function send(socket: Socket, bytes: Uint8Array, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(bytes, port, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
  })
}
