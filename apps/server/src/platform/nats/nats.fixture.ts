import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getOutsideProgram } from '../../testing/outside-programs.ts'

export interface TestNats {
  /** This is the value for `NATS_URL`. */
  readonly url: string
  readonly port: number
  /** Ends the server at once; its folder stays. */
  kill(): Promise<void>
  /** Starts it again on the same port and folder, after `kill`. */
  start(): Promise<void>
  /** Ends the server, removes what it has stored, and starts it again. */
  forget(): Promise<void>
  /** SIGSTOP and SIGCONT hold it: it neither reads nor answers meanwhile. */
  pause(): void
  resume(): void
  /** Ends the server and removes its folder. */
  close(): Promise<void>
}

export interface TestNatsOptions {
  readonly jetStream?: boolean
  /** JetStream stores no more than this. */
  readonly storeBytesMax?: number
  /** The options are `--user`, `--pass`, `--auth` and others. */
  readonly args?: readonly string[]
}

const LISTENING = /Listening for client connections on 127\.0\.0\.1:(\d+)/
const READY = /Server is ready/

/** Starts a real NATS server on a free port, with a folder of its own. `NATS_SERVER_PATH` names another program. */
export async function openTestNats(options: TestNatsOptions = {}): Promise<TestNats> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-nats-'))
  let running = await startNats(folder, -1, options)
  const { port } = running
  const kill = async () => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    running.child.kill('SIGKILL')
    await once(running.child, 'exit')
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    kill,
    async start() {
      running = await startNats(folder, port, options)
    },
    async forget() {
      await kill()
      rmSync(join(folder, 'jetstream'), { recursive: true, force: true })
      running = await startNats(folder, port, options)
    },
    pause: () => void running.child.kill('SIGSTOP'),
    resume: () => void running.child.kill('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const CLUSTER_SIZE = 3

/** Starts real NATS servers with JetStream that form a cluster. The `NATS_URL` of one is enough for all. */
export async function openTestNatsCluster(): Promise<readonly TestNats[]> {
  const ports = await Promise.all(Array.from({ length: CLUSTER_SIZE }, freePort))
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',')
  return Promise.all(
    ports.map((port, place) =>
      openTestNats({
        jetStream: true,
        args: [
          '--server_name',
          `nats-${place + 1}`,
          '--cluster_name',
          'pitboard',
          '--cluster',
          `nats://127.0.0.1:${port}`,
          '--routes',
          routes,
        ],
      }),
    ),
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function startNats(
  folder: string,
  port: number,
  { jetStream, storeBytesMax, args = [] }: TestNatsOptions,
) {
  const program = getOutsideProgram('nats-server')
  const store = jetStream ? ['--jetstream', '--store_dir', folder] : []
  if (storeBytesMax !== undefined) {
    const path = join(folder, 'limits.conf')
    writeFileSync(path, `jetstream { max_file_store: ${storeBytesMax} }`)
    store.push('--config', path)
  }
  const child = spawn(program, ['--addr', '127.0.0.1', '--port', `${port}`, ...store, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A test that fails before it closes the server does not leave it running.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let output = ''
  const listening = new Promise<number>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, found] = LISTENING.exec(output) ?? []
      if (found !== undefined && READY.test(output)) resolve(Number(found))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`nats-server ended:\n${output}`)))
  })
  return { child, port: await listening }
}
