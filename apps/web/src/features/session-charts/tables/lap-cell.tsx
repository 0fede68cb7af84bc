import type { Driver } from '@pitboard/contract/sessions/driver'
import { useText } from '../../../messages/use-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'
import { LapTimeText } from '../../../timing/lap-time-text.tsx'
import { lapMark } from './lap-mark.ts'

const MARKS = [
  ['sessionBest', 'timing.sessionBest'],
  ['personalBest', 'timing.personalBest'],
  ['invalid', 'timing.invalidTime'],
] as const

const EXAMPLE_MS = 83_456

/** Explains what the marks of the lap times mean. */
export function LapLegend() {
  const t = useText()
  return (
    <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
      {MARKS.map(([mark, words]) => (
        <span key={mark}>
          <LapTimeText text={formatLapTime(EXAMPLE_MS)} mark={mark} /> {t(words)}
        </span>
      ))}
      <span>
        <PitMark /> {t('charts.pitStop')}
      </span>
    </p>
  )
}

interface LapCellProps {
  readonly driver: Driver
  readonly lapNum: number
  /** It is the best lap of the session. */
  readonly bestMs: number
}

export function LapCell({ driver, lapNum, bestMs }: LapCellProps) {
  const t = useText()
  const lap = driver.lapTimes[lapNum - 1]
  if (!lap) return <span className="sr-only">{t('charts.noLap')}</span>
  return (
    <>
      {driver.pitStops.some((stop) => stop.lapNum === lapNum) && <PitMark />}
      <LapTimeText text={formatLapTime(lap.lapTime)} mark={lapMark(lap, driver, bestMs)} />
    </>
  )
}

function PitMark() {
  const t = useText()
  return (
    <span className="mr-1 text-[0.8em] font-semibold text-in-pit" title={t('charts.pitStop')}>
      <span aria-hidden="true">{t('charts.pitLetter')}</span>
      <span className="sr-only">{t('charts.pitStop')} </span>
    </span>
  )
}
