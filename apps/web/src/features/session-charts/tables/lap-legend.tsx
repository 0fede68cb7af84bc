import { useText } from '../../../messages/use-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'
import { LapTimeText } from '../../../timing/lap-time-text.tsx'
import { PitMark } from './lap-cell.tsx'

const MARKS = [
  ['sessionBest', 'timing.sessionBest'],
  ['personalBest', 'timing.personalBest'],
  ['invalid', 'timing.invalidTime'],
] as const

const EXAMPLE_MS = 83_456

/** What the marks of the lap times mean. */
export function LapLegend() {
  const text = useText()
  return (
    <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
      {MARKS.map(([mark, words]) => (
        <span key={mark}>
          <LapTimeText text={formatLapTime(EXAMPLE_MS)} mark={mark} /> {text(words)}
        </span>
      ))}
      <span>
        <PitMark /> {text('session.pitStop')}
      </span>
    </p>
  )
}
