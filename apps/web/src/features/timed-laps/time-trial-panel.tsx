import { type LapCategory, tyreClassOf, USUAL_CARS } from '@pitboard/contract/records/lap-category'
import { records } from '@pitboard/contract/records/records'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime } from '../../timing/format-lap-time.ts'
import { Card } from '../../ui/card.tsx'
import { mapGhost } from '../race/map-ghost.ts'
import { useLive, useLiveStore, useSessionKind } from '../race/use-live.ts'
import { createLapRecorder, type DeltaPoint, deltasTo, placeAtTime } from './lap-recorder.ts'
import { liveWeatherOf } from './live-weather.ts'

/** The running lap against the best one of this visit, and that against the records of the track. */
export function TimeTrialPanel() {
  const t = useText()
  const deltas = useRunningDeltas()
  const bestMs = useLive(({ drivers }) => drivers[0]?.bestLapTimeMs ?? null)
  return (
    <Card as="section" label={t('timed.timeTrial')} frame>
      <h2 className="label px-3 pt-1.5">{t('timed.trace')}</h2>
      {deltas === null ? (
        <p className="px-3 pb-2 text-muted">{t('timed.noReference')}</p>
      ) : (
        <DeltaTrace deltas={deltas} />
      )}
      <Records bestMs={bestMs} />
    </Card>
  )
}

/** Twice a second. */
const STEP_MS = 500

/** Null while no whole lap was seen. The map shows where the reference lap was at this moment. */
function useRunningDeltas(): readonly DeltaPoint[] | null {
  const store = useLiveStore()
  const [deltas, setDeltas] = useState<readonly DeltaPoint[] | null>(null)
  useEffect(() => {
    const recorder = createLapRecorder()
    let shownStep = -1
    const follow = () => {
      const { session } = store.view()
      if (!session) return
      recorder.push(session)
      const best = recorder.best()
      const lapMs = session.drivers[0]?.currentLapTimeMs ?? null
      mapGhost.set(best && lapMs !== null ? placeAtTime(best, lapMs) : null)
      const step = Math.floor(session.sessionTimeMs / STEP_MS)
      if (step === shownStep) return
      shownStep = step
      setDeltas(best && deltasTo(best, recorder.current()))
    }
    follow()
    const unsubscribe = store.subscribe(follow)
    return () => {
      unsubscribe()
      mapGhost.set(null)
    }
  }, [store])
  return deltas
}

const WIDTH = 400
const HEIGHT = 96
/** A smaller difference than this fills half of the height. */
const RANGE_MIN_MS = 300

function DeltaTrace({ deltas }: { readonly deltas: readonly DeltaPoint[] }) {
  const t = useText()
  const length = useLive(({ trackLength }) => trackLength) ?? 0
  const last = deltas.at(-1) ?? null
  const rangeMs = Math.max(RANGE_MIN_MS, ...deltas.map(({ deltaMs }) => Math.abs(deltaMs)))
  const points = deltas
    .map(({ metres, deltaMs }) => {
      const x = length > 0 ? (metres / length) * WIDTH : 0
      const y = HEIGHT / 2 + (deltaMs / rangeMs) * (HEIGHT / 2 - 4)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  const isFaster = last !== null && last.deltaMs < 0
  return (
    <div className="px-3 pb-2">
      <p className="timing flex items-baseline gap-3 tabular-nums">
        <span className={`text-figure ${isFaster ? 'text-personal-best' : ''}`}>
          {formatGap(last?.deltaMs ?? null, 3)}
        </span>
        <span className="text-small text-muted">{t('timed.toVisitBest')}</span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('timed.traceOf', { gap: formatGap(last?.deltaMs ?? null, 3) })}
        className="h-24 w-full"
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={HEIGHT / 2}
          y2={HEIGHT / 2}
          className="stroke-line-strong"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={points}
          fill="none"
          className={isFaster ? 'stroke-personal-best' : 'stroke-text'}
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="flex justify-between text-micro text-muted">
        <span>{t('timed.faster')}</span>
        <span>{t('timed.slower')}</span>
      </p>
    </div>
  )
}

/**
 * Returns the category in the main list of records: the live document does not say which cars are driven. Null while
 * tyres or weather are unknown.
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

function Records({ bestMs }: { readonly bestMs: number | null }) {
  const t = useText()
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
  const [record] = data
  const own = data.find((each) => each.userId === userId)
  return (
    <dl className="timing grid grid-cols-[1fr_auto_auto] gap-x-4 gap-y-0.5 border-t border-line px-3 py-2 tabular-nums">
      <Reference name={t('timed.bestHere')} timeMs={bestMs} bestMs={null} />
      <Reference name={t('timed.ownBest')} timeMs={own?.lapTimeMs ?? null} bestMs={bestMs} />
      <Reference
        name={record ? t('timed.recordOf', { user: record.username }) : t('timed.record')}
        timeMs={record?.lapTimeMs ?? null}
        bestMs={bestMs}
      />
    </dl>
  )
}

interface ReferenceProps {
  readonly name: string
  readonly timeMs: number | null
  readonly bestMs: number | null
}

function Reference({ name, timeMs, bestMs }: ReferenceProps) {
  const gapMs = timeMs === null || bestMs === null ? null : bestMs - timeMs
  return (
    <div className="contents">
      <dt className="min-w-0 truncate text-muted">{name}</dt>
      <dd className="text-right font-semibold">{formatLapTime(timeMs)}</dd>
      <dd className="min-w-16 text-right text-muted">
        {gapMs === null ? '' : formatGap(gapMs, 3)}
      </dd>
    </div>
  )
}
