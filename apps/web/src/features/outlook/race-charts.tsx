import type { LiveSession } from '@pitboard/contract/live/live'
import { type ComponentProps, useMemo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { chartDrivers } from '../../timing/laps/chart-driver.ts'
import { createHoveredLap } from '../../timing/laps/hovered-lap.ts'
import { lastLapOf } from '../../timing/laps/lap-lines.ts'
import { neutralisedIn } from '../../timing/laps/neutralised-laps.ts'
import { PositionChart, TraceChart } from '../../timing/plot/lap-charts.tsx'
import { useDriverFocus } from '../live/driver-focus.tsx'
import { standingOf } from '../live/standing.ts'
import { OutlookCard } from './outlook-card.tsx'
import { type Derivation, lapsKey, useDerived } from './use-derived.ts'

/** The state as it was when the last lap was completed: the charts are drawn again with the next. */
const LAPS: Derivation<LiveSession> = { keyOf: lapsKey, derive: (session) => session }

type Charted = ComponentProps<typeof PositionChart>

/** Null before the first lap is complete. */
function useCharted(): (Charted & { readonly leaderIdx: number }) | null {
  const session = useDerived(LAPS)
  const { driverIdx } = useDriverFocus()
  const selected = useMemo(() => (driverIdx === null ? [] : [driverIdx]), [driverIdx])
  const charted = useMemo(() => (session ? chartsOf(session) : null), [session])
  return charted && { ...charted, selected }
}

function chartsOf(session: LiveSession) {
  const lastLap = lastLapOf(session)
  const order = standingOf(session).order.flatMap((place) => session.drivers[place] ?? [])
  const [leader] = order
  if (!leader || lastLap === 0) return null
  return {
    session,
    drivers: chartDrivers(order),
    neutralised: neutralisedIn(session, lastLap),
    hovered: createHoveredLap(lastLap),
    leaderIdx: leader.driverIdx,
  }
}

/** Gaps to the leader at the end of each lap. */
export function RaceTracePanel() {
  const text = useText()
  const charted = useCharted()
  if (!charted) return <NoLaps title={text('panels.raceTrace')} />
  const { leaderIdx, ...shared } = charted
  return <TraceChart {...shared} against={leaderIdx} choice={null} />
}

/** Positions at the end of each lap. */
export function PositionPanel() {
  const text = useText()
  const charted = useCharted()
  if (!charted) return <NoLaps title={text('panels.positions')} />
  const { leaderIdx: _, ...shared } = charted
  return <PositionChart {...shared} />
}

function NoLaps({ title }: { readonly title: string }) {
  const text = useText()
  return (
    <OutlookCard title={title} empty={text('panels.noLaps')}>
      {null}
    </OutlookCard>
  )
}
