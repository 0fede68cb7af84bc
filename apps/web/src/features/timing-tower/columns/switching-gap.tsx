import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import { useText } from '../../../messages/use-text.ts'
import { useStore } from '../../../state/store.ts'
import { sessionKind } from '@pitboard/contract/wire/session-kind'
import { intervalTrendMs, STEADY_MS } from '../../race/interval-trend.ts'
import { carAt, isOut } from '../../race/standing.ts'
import { useCar } from '../../race/use-live.ts'
import { type CellProps, GapCell, IntervalCell } from '../table/tower-cells.tsx'
import { gapToLeader, switchGap } from './gap-choice.ts'

/** It heads the column that shows either the gap or the interval. */
export function SwitchingGapHead() {
  const t = useText()
  const isToLeader = useStore(gapToLeader)
  const action = t(isToLeader ? 'screen.switchToInterval' : 'screen.switchToGap')
  return (
    <button
      type="button"
      onClick={switchGap}
      title={action}
      className="h-8 w-full cursor-pointer text-right text-text uppercase underline decoration-dotted underline-offset-4"
    >
      <span aria-hidden="true">{t(isToLeader ? 'live.gap' : 'live.interval')}</span>
      <span className="sr-only">
        {t(isToLeader ? 'live.gapLong' : 'live.intervalLong')}. {action}
      </span>
    </button>
  )
}

/** Shows the gap to the leader or the interval to the car ahead, with where it goes. */
export function SwitchingGapCell({ place }: CellProps) {
  const isToLeader = useStore(gapToLeader)
  if (!isToLeader) return <TrendingIntervalCell place={place} />
  return (
    <>
      <TrendMark place={place} isToLeader />
      <GapCell place={place} />
    </>
  )
}

export function TrendingIntervalCell({ place }: CellProps) {
  return (
    <>
      <TrendMark place={place} isToLeader={false} />
      <IntervalCell place={place} />
    </>
  )
}

function TrendMark({ place, isToLeader }: CellProps & { readonly isToLeader: boolean }) {
  const t = useText()
  const direction = useCar(place, (driver, session) => {
    const trendMs = gapTrendMs(driver, session, isToLeader)
    return trendMs === null || Math.abs(trendMs) < STEADY_MS ? null : Math.sign(trendMs)
  })
  if (direction === null) return null
  const isShrinking = direction < 0
  const meaning = t(isShrinking ? 'screen.gapShrinks' : 'screen.gapGrows')
  return (
    <span className={isShrinking ? 'mr-1' : 'mr-1 text-faint'} title={meaning}>
      <span aria-hidden="true">{isShrinking ? '↓' : '↑'}</span>
      <span className="sr-only">{meaning} </span>
    </span>
  )
}

/**
 * Returns how the gap changed over the last lap; it is null outside races, for the leader and for a car that is out.
 */
export function gapTrendMs(
  driver: Driver,
  session: LiveSession,
  isToLeader: boolean,
): number | null {
  if (driver.position === null || driver.position === 1 || isOut(driver)) return null
  if (sessionKind(session.sessionType) !== 'race') return null
  const other = carAt(session, isToLeader ? 1 : driver.position - 1)
  return other && intervalTrendMs(driver, other)
}
