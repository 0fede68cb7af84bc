import {
  type RecorderProblem,
  type RecorderReport,
  REPORT_INTERVAL_MS,
  recorderStatus,
} from '@pitboard/contract/ingest/recorder-status'
import { createServerClient } from '../stream/proxy.ts'
import type { PortProbe } from './port-probe.ts'
import type { RecordingControl } from './recording-control.ts'
import type { SettingsFile } from './settings.ts'

const TIMEOUT_MS = 4_000

/** Reports what the recorder sees of the game at the moment. */
export function createReport(
  control: RecordingControl,
  listenPort: number,
  { foundPort }: PortProbe,
): RecorderReport {
  return {
    problem: findProblem(control, foundPort),
    listenPort,
    foundPort,
    format: control.status?.game?.format ?? null,
    packetsPerSecond: Math.min(control.packetsPerSecond, 100_000),
  }
}

function findProblem(control: RecordingControl, foundPort: number | null): RecorderProblem | null {
  if (control.problem?.isPortTaken === true) return 'portTaken'
  const { game, summary } = control.status ?? {}
  if (game === undefined) return null
  switch (game.recent()) {
    case 'game':
      return summary?.isRestricted === true ? 'restricted' : null
    case 'foreign':
      return 'unsupportedFormat'
    case 'other':
      return 'notTelemetry'
    case null:
      return foundPort === null ? 'noPackets' : 'otherPort'
  }
}

/** Reports to the paired server every few seconds, for the first steps on the dashboard. */
export function startReporting(
  control: RecordingControl,
  settings: SettingsFile,
  probe: PortProbe,
): () => void {
  const ending = new AbortController()
  let isSending = false

  async function send(): Promise<void> {
    const { target, listenPort } = settings.current
    if (target === null || isSending) return
    isSending = true
    try {
      const call = createServerClient(target.server, () => target.key)
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)])
      await call(recorderStatus.report, { body: createReport(control, listenPort, probe), signal })
    } catch {
      // It only helps with the first steps: the recording does not depend on it.
    } finally {
      isSending = false
    }
  }

  const timer = setInterval(() => void send(), REPORT_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
