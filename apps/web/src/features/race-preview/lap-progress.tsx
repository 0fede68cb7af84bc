import { isRaceType } from '@pitboard/contract/enumerations'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-clock.ts'
import { leaderLap } from '../live/standing.ts'
import { useLive } from '../live/use-live.ts'

/** How far the session is: the leader's lap, or the time that is left. */
export function LapProgress() {
  const text = useText()
  const race = isRaceType(useLive((session) => session.sessionType) ?? 0)
  const lap = useLive(leaderLap) ?? 0
  const laps = useLive((session) => session.numberOfLaps) ?? 0
  const seconds = useLive((session) => session.sessionTimeLeft) ?? 0
  return (
    <p className="timing shrink-0 text-xl font-semibold">
      {!race && formatClock(seconds)}
      {race && laps > 0 && text('live.lapOf', { lap: Math.min(lap, laps), laps })}
      {race && laps === 0 && text('live.lapNumber', { lap })}
    </p>
  )
}
