import { useEffect, useState } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime } from '../../timing/format-lap-time.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { mapGhost } from '../race/map-ghost.ts'
import { useLive, useLiveStore } from '../race/use-live.ts'
import {
  createLapRecorder,
  type DeltaPoint,
  deltasTo,
  type MissedPart,
  placeAtTime,
  type RecordedLap,
} from './lap-recorder.ts'
import {
  type ReferenceKind,
  type TrackRecords,
  useMissedLap,
  useReferenceLap,
  useTrackRecords,
} from './use-reference-lap.ts'

/** Shows the running lap against the best of the session, of the driver or of the track, and their times. */
export function TimeTrialPanel() {
  const t = useText()
  const [seen, setSeen] = useState<RecordedLap | null>(null)
  const trackRecords = useTrackRecords()
  const { lap, kind, kinds, choose } = useReferenceLap(seen, trackRecords)
  const { deltas, isBeginningMissing } = useRunningDeltas(lap, setSeen)
  const bestMs = useLive(({ drivers }) => drivers[0]?.bestLapTimeMs ?? null)
  return (
    <Card as="section" label={t('timed.timeTrial')} frame>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 pt-1.5">
        <h2 className="label">{t('timed.trace')}</h2>
        {kind !== null && kinds.length > 1 && (
          <ChoiceBar
            label={t('timed.compareWith')}
            options={kinds.map((each) => ({ value: each, label: t(SHORT_NAMES[each]) }))}
            value={kind}
            onChange={choose}
          />
        )}
      </div>
      {kind === null || deltas === null ? (
        <p className="px-3 pb-2 text-muted">{t('timed.noReference')}</p>
      ) : (
        <>
          <DeltaTrace deltas={deltas} kind={kind} />
          {isBeginningMissing && (
            <p className="px-3 pb-2 text-small text-muted">{t('timed.beginningMissing')}</p>
          )}
        </>
      )}
      <Records bestMs={bestMs} {...trackRecords} />
    </Card>
  )
}

const SHORT_NAMES = {
  session: 'timed.session',
  own: 'timed.own',
  record: 'timed.recordShort',
} as const satisfies Record<ReferenceKind, PlainKey>

const COMPARED_WITH = {
  session: 'timed.toSessionBest',
  own: 'timed.toOwnBest',
  record: 'timed.toRecord',
} as const satisfies Record<ReferenceKind, PlainKey>

/** The trace moves twice a second. */
const STEP_MS = 500

interface RunningLap {
  /** It is null without a lap to compare with. */
  readonly deltas: readonly DeltaPoint[] | null
  /** The page was opened in the middle of the lap, and the server does not have what was driven before. */
  readonly isBeginningMissing: boolean
}

/** Compares the running lap with another one. The map shows where that lap was at this moment. */
function useRunningDeltas(
  reference: RecordedLap | null,
  onSeen: (best: RecordedLap | null) => void,
): RunningLap {
  const store = useLiveStore()
  const [missed, setMissed] = useState<MissedPart | null>(null)
  const { samples, isRead } = useMissedLap(missed)
  const [recorder] = useState(createLapRecorder)
  const [deltas, setDeltas] = useState<readonly DeltaPoint[] | null>(null)
  useEffect(() => {
    let shownStep = -1
    const follow = () => {
      const { session } = store.view()
      if (!session) return
      recorder.push(session)
      // In a replay that stands still no state follows the beginning of the lap: it is filled in at once.
      if (missed && samples) recorder.fill(missed, samples)
      setMissed((before) => sameOr(before, recorder.missed()))
      onSeen(recorder.best())
      const lapMs = session.drivers[0]?.currentLapTimeMs ?? null
      mapGhost.set(reference && lapMs !== null ? placeAtTime(reference, lapMs) : null)
      const step = Math.floor(session.sessionTimeMs / STEP_MS)
      if (step === shownStep) return
      shownStep = step
      setDeltas(reference && deltasTo(reference, recorder.current()))
    }
    follow()
    const unsubscribe = store.subscribe(follow)
    return () => {
      unsubscribe()
      mapGhost.set(null)
    }
  }, [store, recorder, reference, onSeen, missed, samples])
  return { deltas, isBeginningMissing: missed !== null && isRead }
}

/** Returns the same object for the same part, so that a tick that changes nothing renders nothing. */
function sameOr(before: MissedPart | null, now: MissedPart | null): MissedPart | null {
  const isSame =
    before?.sessionId === now?.sessionId &&
    before?.lapNum === now?.lapNum &&
    before?.untilMs === now?.untilMs
  return isSame ? before : now
}

const WIDTH = 400
const HEIGHT = 96
/** A smaller difference than this fills half of the height. */
const RANGE_MIN_MS = 300

interface DeltaTraceProps {
  readonly deltas: readonly DeltaPoint[]
  readonly kind: ReferenceKind
}

function DeltaTrace({ deltas, kind }: DeltaTraceProps) {
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
        <span className="text-small text-muted">{t(COMPARED_WITH[kind])}</span>
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

function Records({ bestMs, own, record }: TrackRecords & { readonly bestMs: number | null }) {
  const t = useText()
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
