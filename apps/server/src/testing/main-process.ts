import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

const SOURCE_MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** `npm start` runs this. Tests that use it build it first. */
export const BUNDLED_MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** A run of all tests has built the bundle, which starts in two thirds of the time. Single tests need not wait for it. */
const MAIN = process.env['TEST_APPS_ARE_BUILT'] === 'true' ? BUNDLED_MAIN : SOURCE_MAIN
const POLL_MS = 5

/** The server runs as a process of its own, on free ports, for what only a process shows. */
export interface RunningMain {
  readonly listening: Promise<void>
  /** Resolves with the exit code; null after a kill. */
  readonly ended: Promise<number | null>
  readonly pid: number
  /** The process was started with these variables. */
  readonly env: Readonly<Record<string, string>>
  isRunning(): boolean
  url(): string
  stderr(): string
  /** Resolves once `seen` holds; throws if the process ends before. */
  until(seen: () => boolean): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL to this process alone. */
  kill(): Promise<void>
}

export interface MainOptions {
  readonly uid?: number
  readonly gid?: number
  /** Its standard error is a full disk, or a pipe that nobody reads any more. */
  readonly log?: 'full' | 'closed'
  /** The bundle or the entry file of another release replaces the server of this run. */
  readonly main?: string
}

export function runMain(
  env: Readonly<Record<string, string>>,
  { log, main = MAIN, ...account }: MainOptions = {},
): RunningMain {
  const full = log === 'full' ? openSync('/dev/full', 'w') : null
  const child = spawn(process.execPath, [main], {
    ...account,
    env: {
      ...process.env,
      PORT: '0',
      INGEST_TCP_PORT: '0',
      INGEST_UDP_PORTS: '0',
      RECORDER_PROGRAMS: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', full ?? 'pipe'],
  })
  if (full !== null) closeSync(full)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  if (log === 'closed') child.stderr?.destroy()
  else child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  let isOver = false
  const ended = new Promise<number | null>((resolve) => {
    const end = (code: number | null) => {
      isOver = true
      resolve(code)
    }
    child.once('close', end)
    child.once('error', (error) => {
      stderr += error.message
      end(null)
    })
  })
  const until = async (seen: () => boolean) => {
    while (!seen()) {
      if (isOver) throw new Error(`The server ended:\n${stderr}`)
      await sleep(POLL_MS)
    }
  }
  const address = () => /Pitboard is at (\S+)/.exec(stdout)?.[1]
  const listening = until(() => address() !== undefined)
  listening.catch(() => {})
  return {
    listening,
    ended,
    pid: child.pid ?? 0,
    env,
    isRunning: () => !isOver,
    until,
    url: () => address() ?? '',
    stderr: () => stderr,
    signal: (signal) => void child.kill(signal),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
