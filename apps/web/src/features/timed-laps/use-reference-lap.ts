import { type LapCategory, tyreClassOf, USUAL_CARS } from '@pitboard/contract/records/lap-category'
import { type LapRecord, records } from '@pitboard/contract/records/records'
import { replays } from '@pitboard/contract/live/replay'
import { lapTraces } from '@pitboard/contract/traces/lap-traces'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useLive, useSessionKind } from '../race/use-live.ts'
import { readChunk } from '../time-bar/recorded-timeline.ts'
import type { LapSample, MissedPart, RecordedLap } from './lap-recorder.ts'
import { liveWeatherOf } from './live-weather.ts'
import {
  bestLapOf,
  lapOfTrace,
  type LapTime,
  readRunningLap,
  readStoredLap,
} from './reference-laps.ts'

export type ReferenceKind = 'session' | 'own' | 'record'

/**
 * Returns the category in the main list of records: the live document does not say which cars are driven. It is null
 * while tyres or weather are unknown.
 */
function useCategory(): LapCategory | null {
  const trackId = useLive((session) => session.trackId)
  const gameVersion = useLive((session) => session.gameVersion)
  const kind = useSessionKind()
  const weather = useLive(liveWeatherOf)
  const tyreClass = useLive(({ drivers }) => tyreClassOf(drivers[0]?.currentTyreCompound ?? -1))
  if (trackId === null || gameVersion === null || weather === null || tyreClass === null)
    return null
  return { ...USUAL_CARS, trackId, gameVersion, sessionKind: kind, weather, tyreClass }
}

const FRESH_MS = 5 * 60_000

export interface TrackRecords {
  readonly own: LapRecord | null
  readonly record: LapRecord | null
}

/** Returns the record of the track, and the best lap that the user who drives has in the records. */
export function useTrackRecords(): TrackRecords {
  const category = useCategory()
  const userId = useLive((session) => session.userId)
  const { data = [] } = useQuery({
    queryKey: ['records', 'track', category],
    queryFn: category
      ? ({ signal }) => call(records.track, { query: category, signal })
      : skipToken,
    staleTime: FRESH_MS,
    retry: false,
  })
  return {
    own: data.find((each) => each.userId === userId) ?? null,
    record: data[0] ?? null,
  }
}

interface Reference {
  /** The running lap is compared with it; null while it is read, and where there is none. */
  readonly lap: RecordedLap | null
  readonly kind: ReferenceKind | null
  readonly kinds: readonly ReferenceKind[]
  readonly choose: (kind: ReferenceKind) => void
}

/**
 * Returns the lap to compare with: the best of the session unless another one is chosen or there is none. `seen` is the
 * best lap since the page is open; what was driven before is read from the server.
 */
export function useReferenceLap(
  seen: RecordedLap | null,
  { own, record }: TrackRecords,
): Reference {
  const [chosen, setChosen] = useState<ReferenceKind | null>(null)
  const sessionId = useLive(({ id }) => id)
  const driverIdx = useLive(({ drivers }) => drivers[0]?.driverIdx ?? null)
  const lapNum = useLive(({ drivers }) => (drivers[0] && bestLapOf(drivers[0])?.lapNum) ?? null)
  const lapMs = useLive(({ drivers }) => (drivers[0] && bestLapOf(drivers[0])?.lapMs) ?? null)
  const isSeen = seen !== null && (lapMs === null || seen.lapMs <= lapMs)
  const missed =
    isSeen || sessionId === null || driverIdx === null || lapNum === null || lapMs === null
      ? null
      : { sessionId, driverIdx, lapNum, lapMs }
  const driven = useQuery({
    queryKey: ['lap', 'driven', sessionId, lapNum],
    queryFn: missed ? ({ signal }) => readDrivenLap(missed, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const sessionLap = isSeen ? seen : (driven.data ?? seen)
  const kinds = [
    ...(sessionLap || driven.isLoading ? (['session'] as const) : []),
    ...(own?.hasTrace ? (['own'] as const) : []),
    ...(record?.hasTrace && record.userId !== own?.userId ? (['record'] as const) : []),
  ]
  const kind = kinds.find((each) => each === chosen) ?? kinds[0] ?? null
  const listed = kind === 'own' ? own : kind === 'record' ? record : null
  const traced = useQuery({
    queryKey: ['lap', 'traced', listed?.sessionId, listed?.driverIdx, listed?.lapNum],
    queryFn: listed ? ({ signal }) => readTrace(listed, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const lap = kind === 'session' ? sessionLap : (traced.data ?? null)
  return { lap, kind, kinds, choose: setChosen }
}

async function readTrace(
  { sessionId, driverIdx, lapNum }: Pick<LapRecord, 'sessionId' | 'driverIdx' | 'lapNum'>,
  signal: AbortSignal,
): Promise<RecordedLap | null> {
  return lapOfTrace(
    await call(lapTraces.trace, { params: { sessionId, driverIdx, lapNum }, query: {}, signal }),
  )
}

/** A session that is being driven is stored as its messages; once it is over its laps have traces. */
async function readDrivenLap(
  lap: LapTime & Pick<LapRecord, 'sessionId' | 'driverIdx'>,
  signal: AbortSignal,
): Promise<RecordedLap | null> {
  try {
    const { index, read } = await readStored(lap.sessionId, signal)
    return await readStoredLap(index, lap, read)
  } catch {
    return readTrace(lap, signal)
  }
}

async function readStored(sessionId: string, signal: AbortSignal) {
  const index = await call(replays.live, { params: { sessionId }, signal })
  const read = async (number: number) =>
    readChunk(`/api/LiveSession/${sessionId}/replay`, index.version, number, signal)
  return { index, read }
}

interface MissedLap {
  /** It was driven before the page was open; null while it is read and where the server does not have it. */
  readonly samples: readonly LapSample[] | null
  readonly isRead: boolean
}

/** Reads the beginning of a running lap for a page that was opened in the middle of it. */
export function useMissedLap(missed: MissedPart | null): MissedLap {
  const driverIdx = useLive(({ drivers }) => drivers[0]?.driverIdx ?? null)
  const { data, isLoading } = useQuery({
    queryKey: ['lap', 'running', missed],
    queryFn:
      missed && driverIdx !== null
        ? async ({ signal }) => readBeginning({ ...missed, driverIdx }, signal)
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { samples: data ?? null, isRead: !isLoading }
}

async function readBeginning(
  lap: Pick<LapRecord, 'sessionId' | 'driverIdx' | 'lapNum'>,
  signal: AbortSignal,
): Promise<readonly LapSample[]> {
  try {
    const { index, read } = await readStored(lap.sessionId, signal)
    return await readRunningLap(index, lap.lapNum, read)
  } catch {
    return (await readTrace(lap, signal))?.samples ?? []
  }
}
