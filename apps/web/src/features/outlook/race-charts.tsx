import type { LiveSession } from '@pitboard/contract/live/live'
import { type ComponentProps, useLayoutEffect, useMemo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { createStore, useStore } from '../../state/store.ts'
import { chartDrivers } from '../../timing/laps/chart-driver.ts'
import { createHoveredLap } from '../../timing/plot/hovered-lap.ts'
import { lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import { neutralisedIn } from '@pitboard/analysis/laps/neutralised-laps'
import { DriverChoice } from '../../timing/plot/driver-choice.tsx'
import { PositionChart, TraceChart } from '../../timing/plot/lap-charts.tsx'
import { LapControls } from '../../timing/plot/lap-pointer.tsx'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { useIsPinned } from '../live/pinned-drivers.ts'
import { standingOf } from '../race/standing.ts'
import { OutlookCard } from './outlook-card.tsx'
import { type Derivation, lapsKey, useDerived } from './use-derived.ts'

/** It is the state as it was when the last lap was completed: the charts are drawn again with the next. */
const LAPS: Derivation<LiveSession> = { keyOf: lapsKey, derive: (session) => session }

/** These drivers were chosen for both charts; null stands for who is followed or pinned. */
const chosenDrivers = createStore<readonly number[] | null>(null)

type Charted = ComponentProps<typeof PositionChart>

/** Returns null before the first lap is complete. */
function useCharted(): (Charted & { readonly lastLap: number }) | null {
  const session = useDerived(LAPS)
  const { driverIdx: followed } = useDriverFocus()
  const isPinned = useIsPinned()
  const chosen = useStore(chosenDrivers)
  const charted = useMemo(() => (session ? chartsOf(session) : null), [session])
  const selected = useMemo(
    () =>
      (charted?.drivers ?? []).flatMap(({ driverIdx, name }) => {
        const isShown = chosen?.includes(driverIdx) ?? isPinned({ driverIdx, name })
        return isShown || driverIdx === followed ? [driverIdx] : []
      }),
    [charted, chosen, isPinned, followed],
  )
  const lastLap = charted?.lastLap ?? 0
  const [hovered] = useState(() => createHoveredLap({ lastLap, isZoomable: true }))
  useLayoutEffect(() => hovered.advance(lastLap), [hovered, lastLap])
  return charted && { ...charted, selected, hovered }
}

function chartsOf(session: LiveSession) {
  const lastLap = lastLapOf(session)
  if (lastLap === 0) return null
  const order = standingOf(session).order.flatMap((place) => session.drivers[place] ?? [])
  return {
    session,
    lastLap,
    drivers: chartDrivers(order),
    neutralised: neutralisedIn(session, lastLap),
  }
}

/** Draws gaps to the leader at the end of each lap. */
export function RaceTracePanel() {
  const t = useText()
  const charted = useCharted()
  const [leader] = charted?.drivers ?? []
  if (!charted || !leader) return <NoLaps title={t('panels.raceTrace')} />
  const { lastLap: _, ...shared } = charted
  return (
    <TraceChart
      {...shared}
      against={leader.driverIdx}
      choice={null}
      controls={<ChartControls {...charted} />}
    />
  )
}

/** Draws positions at the end of each lap. */
export function PositionPanel() {
  const t = useText()
  const charted = useCharted()
  if (!charted) return <NoLaps title={t('panels.positions')} />
  const { lastLap: _, ...shared } = charted
  return <PositionChart {...shared} controls={<ChartControls {...charted} />} />
}

type ChartControlsProps = Pick<Charted, 'drivers' | 'selected' | 'hovered'>

/** The controls choose the drivers who stand out, and show the lap that the values belong to. */
function ChartControls({ drivers, selected, hovered }: ChartControlsProps) {
  const t = useText()
  const codes = drivers.flatMap(({ driverIdx, code }) =>
    selected.includes(driverIdx) ? [code] : [],
  )
  return (
    <div className="mb-2 flex flex-col gap-1">
      <details>
        <summary className="control cursor-pointer content-center text-muted hover:text-text">
          {t('charts.drivers')}:{' '}
          <span className="timing text-text">
            {codes.length === 0 ? t('charts.all') : codes.join(', ')}
          </span>
        </summary>
        <DriverChoice drivers={drivers} selected={selected} onSelect={chosenDrivers.set} />
      </details>
      <LapControls hovered={hovered} />
    </div>
  )
}

function NoLaps({ title }: { readonly title: string }) {
  const t = useText()
  return (
    <OutlookCard title={title} empty={t('panels.noLaps')}>
      {null}
    </OutlookCard>
  )
}
