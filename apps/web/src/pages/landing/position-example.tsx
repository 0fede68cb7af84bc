import { lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import { neutralisedIn } from '@pitboard/analysis/laps/neutralised-laps'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useMemo, useState } from 'react'
import { chartDrivers } from '../../timing/laps/chart-driver.ts'
import { createHoveredLap } from '../../timing/plot/hovered-lap.ts'
import { PositionChart } from '../../timing/plot/lap-charts.tsx'

const HIGHLIGHTED = 3

/** Shows the positions of a race by lap, its first three in colour. */
export function PositionExample({ race }: { readonly race: SessionDetail }) {
  const drivers = useMemo(() => chartDrivers(resultOrder(race)), [race])
  const lastLap = lastLapOf(race)
  const neutralised = useMemo(() => neutralisedIn(race, lastLap), [race, lastLap])
  const [hovered] = useState(() => createHoveredLap({ lastLap, isZoomable: false }))
  const selected = drivers.slice(0, HIGHLIGHTED).map(({ driverIdx }) => driverIdx)
  return (
    <PositionChart
      session={race}
      room={null}
      drivers={drivers}
      selected={selected}
      hovered={hovered}
      neutralised={neutralised}
    />
  )
}
