import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { listCaptures, countOutboxBytes, type StoredCapture } from '../spool/captures.ts'
import { VERSION } from '../version.ts'
import type { DevicePairingView } from './device-pairing.ts'
import type { LoginStart } from './login-start.ts'
import type { RecordingControl, Note, Problem } from './recording-control.ts'
import { diskLimitBytes } from './recording-control.ts'
import type { Settings } from './settings.ts'
import type { UpdateProblem, UpdateView, Updating } from './updating.ts'

/** The page shows all this, without the key, which only the server gets. */
export interface View {
  readonly version: string
  readonly recording: 'off' | 'on' | 'ending'
  readonly problem: Problem | null
  readonly pairing: { readonly server: string; readonly user: string } | null
  readonly devicePairing: DevicePairingView | null
  readonly update: UpdateView
  readonly updateProblem: UpdateProblem | null
  /** The recorder was downloaded from this server. */
  readonly knownServer: string | null
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
  /** It says whether the system starts the recorder; null where that cannot be chosen. */
  readonly startsAtSignIn: boolean | null
  /** The system may keep telemetry of other devices away until its user allows it. */
  readonly hasFirewall: boolean
  /** A console sends to these: this machine's addresses in its networks. */
  readonly addresses: readonly string[]
  readonly notes: readonly Note[]
}

/** `isElsewhere` says that it belongs to a server or user that the recorder is not paired with now. */
type CaptureView = Pick<StoredCapture, 'recording' | 'file' | 'bytes' | 'state' | 'server'> & {
  readonly isElsewhere: boolean
}

interface RelayView {
  readonly state: 'off' | 'connecting' | 'connected' | 'away' | 'refused'
  /** It says why the server is away or refuses, and what to do about it. */
  readonly reason: string | null
  readonly remedy: string | null
  readonly liveUrl: string | null
  readonly backlog: number
  readonly acknowledged: number
}

interface ViewContext {
  readonly control: RecordingControl
  readonly settings: Settings
  readonly devicePairing: DevicePairingView | null
  readonly knownServer: string | null
  readonly updating: Pick<Updating, 'view' | 'problem'>
  readonly loginStart: Pick<LoginStart, 'isOn'>
  readonly platform?: NodeJS.Platform
}

export function createView(context: ViewContext): View {
  const { control, settings, devicePairing, knownServer, updating, loginStart } = context
  const { platform = process.platform } = context
  const { target, listenPort, forwards, diskLimitGb } = settings
  const summary = control.status?.summary
  const { captures, outboxBytes } = readDisk(control)
  const limitBytes = diskLimitBytes(settings)
  return {
    version: VERSION,
    recording: control.state,
    problem: control.problem,
    pairing: target && { server: target.server, user: target.user },
    devicePairing,
    update: updating.view,
    updateProblem: updating.problem,
    knownServer,
    telemetry: {
      packetsPerSecond: control.packetsPerSecond,
      seen: control.status?.countDatagrams() ?? 0,
      format: summary?.format ?? null,
      session: summary?.session ?? null,
      lap: summary?.lap ?? null,
    },
    relay: createRelayView(control),
    disk: {
      usedBytes: captures.reduce((sum, { bytes }) => sum + bytes, outboxBytes),
      limitBytes: limitBytes === Infinity ? null : limitBytes,
    },
    spool: control.spool,
    captures: captures.toReversed().map((capture) => {
      const { recording, file, bytes, state, server } = capture
      return { recording, file, bytes, state, server, isElsewhere: isElsewhere(capture, settings) }
    }),
    settings: { listenPort, forwards, diskLimitGb },
    startsAtSignIn: loginStart.isOn,
    hasFirewall: platform === 'win32',
    addresses: ownAddresses(),
    notes: control.notes.toReversed(),
  }
}

/** A folder that cannot be read for now is shown as empty: the page has more to say. */
function readDisk({ spool, status }: RecordingControl) {
  try {
    const captures = listCaptures(spool, status?.recording?.recording ?? null)
    return { captures, outboxBytes: countOutboxBytes(spool) }
  } catch {
    return { captures: [], outboxBytes: 0 }
  }
}

export function isElsewhere({ server, user }: StoredCapture, { target }: Settings): boolean {
  return target === null || target.server !== server || target.user !== user
}

interface Networks {
  readonly [name: string]:
    | readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]
    | undefined
}

export function ownAddresses(networks: Networks = networkInterfaces()): string[] {
  const all = Object.values(networks).flatMap((some) => some ?? [])
  return all
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map((one) => one.address)
}

const quiet = { reason: null, remedy: null }

function createRelayView({ status }: RecordingControl): RelayView {
  if (status === null) {
    return { state: 'off', ...quiet, liveUrl: null, backlog: 0, acknowledged: 0 }
  }
  const { connected, lastError, liveUrl, backlog, acknowledged } = status.relay()
  const common = { liveUrl, backlog, acknowledged: acknowledged ?? 0 }
  const refused = status.recording?.refused() ?? null
  if (refused !== null) {
    return { ...common, state: 'refused', reason: refused.message, remedy: refused.remedy }
  }
  if (connected) return { ...common, state: 'connected', ...quiet }
  if (lastError === null) return { ...common, state: 'connecting', ...quiet }
  return { ...common, state: 'away', reason: lastError, remedy: null }
}
