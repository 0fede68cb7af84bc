import { networkInterfaces } from 'node:os'
import { listCaptures, outboxBytes, type KeptCapture } from '../spool/captures.ts'
import { VERSION } from '../version.ts'
import type { Desk, Note, Problem } from './recording-control.ts'
import { diskLimitBytes } from './recording-control.ts'
import type { Settings } from './settings.ts'

/** All that the page shows. The key is not in it: it never leaves this program but for the server. */
export interface View {
  readonly version: string
  readonly recording: 'off' | 'on' | 'ending'
  readonly problem: Problem | null
  readonly pairing: { readonly server: string; readonly user: string } | null
  readonly telemetry: {
    readonly packetsPerSecond: number
    readonly seen: number
    readonly format: number | null
    readonly session: string | null
    readonly lap: number | null
  }
  readonly relay: RelayView
  readonly disk: { readonly usedBytes: number; readonly limitBytes: number | null }
  readonly spool: string
  readonly captures: readonly CaptureView[]
  readonly settings: Pick<Settings, 'listenPort' | 'forwards' | 'diskLimitGb'>
  /** This machine's own in its networks: what a console is told to send to. */
  readonly addresses: readonly string[]
  readonly notes: readonly Note[]
}

/** `isElsewhere`: it waits for a server or user that the recorder is not paired with now. */
type CaptureView = Pick<KeptCapture, 'recording' | 'file' | 'bytes' | 'state' | 'server'> & {
  readonly isElsewhere: boolean
}

interface RelayView {
  readonly state: 'off' | 'connecting' | 'connected' | 'away' | 'refused'
  /** Why it is away or refused, and what to do about it. */
  readonly reason: string | null
  readonly remedy: string | null
  readonly liveUrl: string | null
  readonly backlog: number
  readonly acknowledged: number
}

export function viewOf(desk: Desk, settings: Settings): View {
  const { target, listenPort, forwards, diskLimitGb } = settings
  const glance = desk.watched?.glance
  const captures = listCaptures(desk.spool, desk.watched?.recording?.recording ?? null)
  const limitBytes = diskLimitBytes(settings)
  return {
    version: VERSION,
    recording: desk.state,
    problem: desk.problem,
    pairing: target && { server: target.server, user: target.user },
    telemetry: {
      packetsPerSecond: desk.packetsPerSecond,
      seen: desk.watched?.seen() ?? 0,
      format: glance?.format ?? null,
      session: glance?.session ?? null,
      lap: glance?.lap ?? null,
    },
    relay: relayOf(desk),
    disk: {
      usedBytes: captures.reduce((sum, { bytes }) => sum + bytes, outboxBytes(desk.spool)),
      limitBytes: limitBytes === Infinity ? null : limitBytes,
    },
    spool: desk.spool,
    captures: captures.toReversed().map((capture) => {
      const { recording, file, bytes, state, server } = capture
      return { recording, file, bytes, state, server, isElsewhere: isElsewhere(capture, settings) }
    }),
    settings: { listenPort, forwards, diskLimitGb },
    addresses: ownAddresses(),
    notes: desk.notes.toReversed(),
  }
}

export function isElsewhere({ server, user }: KeptCapture, { target }: Settings): boolean {
  return target === null || target.server !== server || target.user !== user
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  return all
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map((one) => one.address)
}

const quiet = { reason: null, remedy: null }

function relayOf({ watched }: Desk): RelayView {
  if (watched === null) {
    return { state: 'off', ...quiet, liveUrl: null, backlog: 0, acknowledged: 0 }
  }
  const { connected, trouble, liveUrl, backlog, acknowledged } = watched.relay()
  const common = { liveUrl, backlog, acknowledged: acknowledged ?? 0 }
  const refused = watched.recording?.refused() ?? null
  if (refused !== null) {
    return { ...common, state: 'refused', reason: refused.message, remedy: refused.remedy }
  }
  if (connected) return { ...common, state: 'connected', ...quiet }
  if (trouble === null) return { ...common, state: 'connecting', ...quiet }
  return { ...common, state: 'away', reason: trouble, remedy: null }
}
