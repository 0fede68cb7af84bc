import { defaultSpool, GIGABYTE, readAddress, type RecordArguments } from '../arguments.ts'
import { record, type RetryTimes } from '../commands/record.ts'
import { errorText, Failure } from '../failure.ts'
import { PortTaken } from '../game-socket.ts'
import type { RunStatus } from '../progress.ts'
import type { Settings, SettingsFile } from './settings.ts'

const NOTES_MAX = 50
const RATE_MS = 1_000

export interface Note {
  readonly atMs: number
  readonly text: string
}

export interface Problem {
  readonly text: string
  readonly remedy: string
  readonly isPortTaken: boolean
}

/** Has the state of this program's one recording, and the functions that start and stop it. */
export interface RecordingControl {
  readonly state: 'off' | 'on' | 'ending'
  readonly status: RunStatus | null
  readonly packetsPerSecond: number
  /** This says why the last recording could not start, or why the present one cannot use its port or its disk. */
  readonly problem: Problem | null
  readonly notes: readonly Note[]
  readonly spool: string
  readonly start: () => void
  /** Resolves when all is sent, or can't be for now. */
  readonly stop: () => Promise<void>
  /** Stops and starts, where it is recording. */
  readonly restart: () => Promise<void>
}

export function createRecordingControl(
  settings: SettingsFile,
  print: (text: string) => void,
  times: RetryTimes = {},
): RecordingControl {
  const notes: Note[] = []
  let running: { interrupted: AbortController; ended: Promise<void> } | null = null
  let status: RunStatus | null = null
  let problem: Problem | null = null
  let packetsPerSecond = 0

  function note(text: string): void {
    print(text)
    notes.push({ atMs: Date.now(), text })
    if (notes.length > NOTES_MAX) notes.shift()
  }

  function fail(error: unknown): void {
    problem = toProblem(error)
    print(`${problem.text}\n  ${problem.remedy}`)
  }

  async function run(signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | null = null
    try {
      const progress = {
        print: note,
        start(started: RunStatus) {
          status = started
          let last = started.countDatagrams()
          timer = setInterval(() => {
            packetsPerSecond = Math.round(((started.countDatagrams() - last) * 1000) / RATE_MS)
            last = started.countDatagrams()
          }, RATE_MS)
        },
        stop() {},
      }
      await record(recordArguments(settings.current), progress, signal, times)
    } catch (error) {
      fail(error)
    } finally {
      if (timer !== null) clearInterval(timer)
      packetsPerSecond = 0
      status = null
      running = null
    }
  }

  function start(): void {
    if (running !== null) return
    problem = null
    const started = { interrupted: new AbortController(), ended: Promise.resolve() }
    // This is set before it runs: a recording that cannot start has ended when the call returns.
    running = started
    started.ended = run(started.interrupted.signal)
  }

  async function stop(): Promise<void> {
    running?.interrupted.abort()
    await running?.ended
  }

  return {
    get state() {
      if (running === null) return 'off'
      return running.interrupted.signal.aborted ? 'ending' : 'on'
    },
    get status() {
      return status
    },
    get packetsPerSecond() {
      return packetsPerSecond
    },
    get problem() {
      const warning = status?.recording?.warning() ?? null
      return warning === null ? problem : toProblem(warning)
    },
    notes,
    get spool() {
      return spoolOf(settings.current)
    },
    start,
    stop,
    async restart() {
      if (running === null) return
      await stop()
      start()
    },
  }
}

function toProblem(error: unknown): Problem {
  return {
    text: errorText(error),
    remedy: error instanceof Failure ? error.remedy : 'This is a fault of the recorder.',
    isPortTaken: error instanceof PortTaken,
  }
}

export function diskLimitBytes({ diskLimitGb }: Settings): number {
  return diskLimitGb === null ? Infinity : diskLimitGb * GIGABYTE
}

function spoolOf({ spool }: Settings): string {
  return spool ?? defaultSpool()
}

function recordArguments(settings: Settings): RecordArguments {
  const { target, listenPort, forwards } = settings
  if (target === null) {
    throw new Failure('The recorder is not paired yet', 'Pair it first.')
  }
  return {
    command: 'record',
    target,
    listen: { host: '0.0.0.0', port: listenPort },
    forward: forwards.map(readAddress),
    spool: spoolOf(settings),
    diskLimitBytes: diskLimitBytes(settings),
    continuesWhenRefused: true,
    udp: false,
    json: false,
  }
}
