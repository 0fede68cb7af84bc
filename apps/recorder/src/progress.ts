import type { Failure } from './failure.ts'
import type { Forwarder } from './forward.ts'
import type { DiskWatch } from './spool/disk-watch.ts'
import type { Recording } from './spool/recording.ts'
import type { Relay } from './stream/relay.ts'
import type { RaceGlance } from './race-summary.ts'

const TERMINAL_MS = 500
const PLAIN_MS = 5_000
const CLEAR_LINE = '\r\u001b[K'

export interface Progress {
  /** A line of its own. */
  readonly say: (text: string) => void
  readonly start: (watched: Watched) => void
  readonly stop: () => void
}

export interface WatchedRecording {
  readonly recording: Recording
  readonly disk: DiskWatch
  readonly forwardTo: Forwarder['forwardTo']
  /** Why nothing is relayed any more; what is driven is kept all the same. */
  readonly refused: () => Failure | null
}

export interface Watched {
  readonly glance: RaceGlance
  readonly relay: () => Relay
  /** Datagrams of the game so far. */
  readonly seen: () => number
  /** Of a recording that goes on by itself, for whoever steers it. */
  readonly recording?: WatchedRecording
}

/** On a terminal one line that changes; elsewhere a line now and then, when something has changed. */
export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let timer: NodeJS.Timeout | null = null
  let shown = ''

  function say(text: string): void {
    out.write(`${out.isTTY ? CLEAR_LINE : ''}${text}\n${out.isTTY ? shown : ''}`)
  }

  return {
    say,
    start({ glance, relay, seen }) {
      const everyMs = out.isTTY ? TERMINAL_MS : PLAIN_MS
      let last = seen()
      let lastState = ''
      timer = setInterval(() => {
        const rate = Math.round(((seen() - last) * 1000) / everyMs)
        last = seen()
        const state = `${glance.text} · ${stateOf(relay())}`
        const line = `${String(rate)} packets/s · ${state}`
        if (out.isTTY) out.write(`${CLEAR_LINE}${line.slice(0, (out.columns || 80) - 1)}`)
        else if (state !== lastState) out.write(`${line}\n`)
        shown = line.slice(0, (out.columns || 80) - 1)
        lastState = state
      }, everyMs)
    },
    stop() {
      if (timer === null) return
      clearInterval(timer)
      timer = null
      if (out.isTTY) out.write(CLEAR_LINE)
      shown = ''
    },
  }
}

function stateOf({ backlog, acknowledged, connected, sent }: Relay): string {
  const done = acknowledged === null ? `${sent} sent` : `${acknowledged} acknowledged`
  return `backlog ${backlog} · ${done}${connected ? '' : ' · server away'}`
}
