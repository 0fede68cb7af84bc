import type { RecorderReport, RecorderStatus } from '@pitboard/contract/ingest/recorder-status'
import type { Season, SeasonList } from '@pitboard/contract/seasons/season'

/** It is the one thing that is worth doing next. */
export type HomeStep =
  | { readonly kind: 'live'; readonly sessionId: string }
  | { readonly kind: 'recorder'; readonly report: RecorderReport }
  | { readonly kind: 'calendar'; readonly season: Season }
  | { readonly kind: 'season' }

interface HomeState {
  readonly status: RecorderStatus | undefined
  readonly seasons: SeasonList | undefined
  readonly ownsLeague: boolean
  /** They drive in a season, which others may run. */
  readonly isDriver: boolean
  readonly hasSessions: boolean
}

/** Returns null where a race comes next, or nothing is missing. */
export function findHomeStep(state: HomeState): HomeStep | null {
  const { status, seasons, ownsLeague, isDriver, hasSessions } = state
  if (!status || !seasons) return null
  if (status.liveSessionId !== null) return { kind: 'live', sessionId: status.liveSessionId }
  // A driver sees it with their next race.
  if (status.report !== null && needsHelp(status.report) && hasSessions && !isDriver) {
    return { kind: 'recorder', report: status.report }
  }
  const season = seasons.seasons.find(({ events }) => events.length === 0)
  if (season) return { kind: 'calendar', season }
  const mayNeedSeason = !isDriver && (hasSessions || ownsLeague)
  return mayNeedSeason && seasons.totalElements === 0 ? { kind: 'season' } : null
}

type RecorderState =
  | 'recorderReceives'
  | 'recorderWaits'
  | 'recorderOff'
  | 'recorderMissing'
  | 'recorderFaulty'

/** One that is off, or waits, is no fault: the race is to come. */
export function recorderState({ report, isPaired, hasRecorded }: RecorderStatus): RecorderState {
  if (report === null) return isPaired || hasRecorded ? 'recorderOff' : 'recorderMissing'
  if (needsHelp(report)) return 'recorderFaulty'
  return report.packetsPerSecond > 0 ? 'recorderReceives' : 'recorderWaits'
}

/** A user who does not drive receives nothing: that is no fault of the recorder. */
function needsHelp({ problem }: RecorderReport): boolean {
  return problem !== null && problem !== 'noPackets'
}
