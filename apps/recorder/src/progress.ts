import type { Failure } from './failure.ts'
import type { Forwarder } from './game-socket.ts'
import type { DiskWatch } from './spool/disk-limit.ts'
import type { Recording } from './spool/recording.ts'
import type { Relay } from './stream/relay.ts'
import type { GameWatch, RaceSummary } from './race-summary.ts'

const TERMINAL_MS = 500
const PLAIN_MS = 5_000
const CLEAR_LINE = '\r\u001b[K'

export interface Progress {
  /** Prints a line of its own. */
  readonly print: (text: string) => void
  readonly start: (status: RunStatus) => void
  readonly stop: () => void
}

interface RunningRecording {
  readonly recording: Recording
  readonly disk: DiskWatch
  readonly forwardTo: Forwarder['forwardTo']
  /** Returns why the server takes nothing at the moment; the recording goes on. */
  readonly refused: () => Failure | null
  /** Returns what is wrong here: with the port, or with the disk. */
  readonly warning: () => Failure | null
}

export interface RunStatus {
  readonly summary: RaceSummary
  readonly relay: () => Relay
  /** Counts the datagrams of the game so far. */
  readonly countDatagrams: () => number
  /** It watches what arrives on the game's port, and is set while `record` runs, as is `recording`. */
  readonly game?: GameWatch
  /** The page controls this recording. */
  readonly recording?: RunningRecording
}

/** This is standard error, or what stands for it. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Shows one line that changes on a terminal; elsewhere it prints a line now and then, when something has changed. */
export function createProgress(out: Output): Progress {
  const isTerminal = out.isTTY === true
  let timer: NodeJS.Timeout | null = null
  let shown = ''

  function print(text: string): void {
    out.write(`${isTerminal ? CLEAR_LINE : ''}${text}\n${isTerminal ? shown : ''}`)
  }

  return {
    print,
    start({ summary, relay, countDatagrams, recording }) {
      const everyMs = isTerminal ? TERMINAL_MS : PLAIN_MS
      let last = countDatagrams()
      let lastState = ''
      timer = setInterval(() => {
        const rate = Math.round(((countDatagrams() - last) * 1000) / everyMs)
        last = countDatagrams()
        const warning = recording?.warning() ?? null
        const state = `${summary.text} · ${describeRelay(relay())}${warning === null ? '' : ` · ${warning.message}`}`
        const line = `${String(rate)} packets/s · ${state}`
        if (isTerminal) out.write(`${CLEAR_LINE}${line.slice(0, (out.columns || 80) - 1)}`)
        else if (state !== lastState) out.write(`${line}\n`)
        shown = line.slice(0, (out.columns || 80) - 1)
        lastState = state
      }, everyMs)
    },
    stop() {
      if (timer === null) return
      clearInterval(timer)
      timer = null
      if (isTerminal) out.write(CLEAR_LINE)
      shown = ''
    },
  }
}

function describeRelay({ backlog, acknowledged, connected, sent }: Relay): string {
  const done = acknowledged === null ? `${sent} sent` : `${acknowledged} acknowledged`
  return `backlog ${backlog} · ${done}${connected ? '' : ' · server away'}`
}
