import { itemAt } from '@pitboard/contract/wire/item-at'
import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import { Section } from '../../ui/section.tsx'
import type { ChartChoice } from './chart-choice.ts'
import { type ChartDriver, chartDrivers } from '../../timing/laps/chart-driver.ts'
import { Conditions } from './conditions.tsx'
import { DriverChoice } from '../../timing/plot/driver-choice.tsx'
import { Duel } from './duel.tsx'
import { firstDrivers } from './first-drivers.ts'
import { gapReference } from '../../timing/laps/pace.ts'
import { createHoveredLap } from '../../timing/plot/hovered-lap.ts'
import { LapTimeChart, PositionChart, TraceChart } from '../../timing/plot/lap-charts.tsx'
import { lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import { LapControls } from '../../timing/plot/lap-pointer.tsx'
import { neutralisedIn } from '@pitboard/analysis/laps/neutralised-laps'
import { PaceChart } from './pace-chart.tsx'
import { RaceLogCard } from './race-log-card.tsx'
import { useOwnDriverIdx } from '../session/use-own-driver.ts'
import { SectorTable } from './tables/sector-table.tsx'
import { TyreStrategy } from './tyre-strategy.tsx'
import { WhenNear } from '../../timing/plot/when-near.tsx'

const PLACE = 'h-[37rem]'
/** Charts stand side by side where each has room for its numbers. */
const GRID = 'grid items-start gap-4 xl:grid-cols-2'
/** The one legend of all charts stays in view, below the bar of the page's sections, where the window is high enough. */
const LEGEND =
  'z-[9] grid gap-x-8 gap-y-2 bg-page py-2 max-xl:top-11 xl:top-0 xl:z-10 xl:grid-cols-[minmax(0,1fr)_20rem] [@media(min-height:600px)]:sticky'

interface SessionChartsProps {
  readonly session: SessionDetail
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
}

/** Draws everything of a session that is drawn, with one choice of drivers and one lap for all. */
export function SessionCharts({ session, choice, onChoice }: SessionChartsProps) {
  const t = useText()
  const drivers = useMemo(() => {
    const order = resultOrder(session)
    return chartDrivers(order).filter((_, place) => completedLapsOf(itemAt(order, place)) > 0)
  }, [session])
  const ownDriverIdx = useOwnDriverIdx(session)
  const first = useMemo(() => firstDrivers(session, ownDriverIdx), [session, ownDriverIdx])
  const lastLap = lastLapOf(session)
  const neutralised = useMemo(() => neutralisedIn(session, lastLap), [session, lastLap])
  const [hovered] = useState(() =>
    createHoveredLap({ lastLap, lap: choice.lap ?? lastLap, isZoomable: true }),
  )
  useEffect(() =>
    hovered.view.onSettled((_, lap) => {
      if (lap !== null && lap !== (choice.lap ?? lastLap)) onChoice({ ...choice, lap })
    }),
  )
  const [hasMore, setHasMore] = useState(false)
  const known = (driverIdx: number) => drivers.some((driver) => driver.driverIdx === driverIdx)
  const [winner] = drivers
  if (!winner) return null
  const selected = choice.drivers?.filter(known) ?? first
  const named = choice.against !== null && known(choice.against) ? choice.against : null
  const against = gapReference({ against: named }, selected, winner.driverIdx)
  const shared = { session, drivers, selected, hovered, neutralised }
  const duel = duelists(drivers, selected)
  const isRace = isRaceType(session.sessionType)
  const lapTimes = <LapTimeChart {...shared} />
  const sectors = <SectorTable session={session} selected={selected} />
  return (
    <Section title={t('result.charts')} anchor="charts">
      <div className="flex min-w-0 flex-col gap-4">
        <div className={LEGEND}>
          <DriverChoice
            drivers={drivers}
            selected={selected}
            onSelect={(chosen) => onChoice({ ...choice, drivers: chosen })}
          />
          <LapControls hovered={hovered} />
        </div>
        {isRace ? (
          <div className="grid gap-4 min-[1900px]:grid-cols-2">
            <PositionChart {...shared} />
            <TraceChart
              {...shared}
              against={against}
              choice={
                <select
                  aria-label={t('charts.against')}
                  value={against}
                  onChange={(event) => onChoice({ ...choice, against: Number(event.target.value) })}
                  className={`${CONTROL_LOOK} max-w-56`}
                >
                  {drivers.map(({ driverIdx, name }) => (
                    <option key={driverIdx} value={driverIdx}>
                      {t('charts.againstDriver', { name })}
                    </option>
                  ))}
                </select>
              }
            />
          </div>
        ) : (
          lapTimes
        )}
        <div className={GRID}>
          <PaceChart {...shared} />
          {isRace ? null : <WhenNear className={PLACE}>{sectors}</WhenNear>}
          <div className="flex min-w-0 flex-col gap-4">
            <TyreStrategy session={session} selected={selected} hovered={hovered} />
            <Conditions session={session} neutralised={neutralised} hovered={hovered} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="secondary" aria-expanded={hasMore} onClick={() => setHasMore(!hasMore)}>
            {t('charts.more')}
          </Button>
          <p className="text-small text-muted">
            {t(isRace ? 'charts.moreOfRace' : 'charts.moreOfSession')}
          </p>
        </div>
        {hasMore && (
          <div className={GRID}>
            {isRace && lapTimes}
            {duel && (
              <Duel session={session} neutralised={neutralised} drivers={duel} hovered={hovered} />
            )}
            {isRace && sectors}
            <RaceLogCard
              session={session}
              onEntry={({ lapNum, drivers: involved }) => {
                const lap = Math.min(Math.max(lapNum, 1), lastLap)
                hovered.choose(lap)
                onChoice({ ...choice, lap, drivers: involved.filter(known) })
              }}
            />
          </div>
        )}
      </div>
    </Section>
  )
}

/** Returns the two who were chosen first; if nobody is chosen, the first two of the result. */
function duelists(
  drivers: readonly ChartDriver[],
  selected: readonly number[],
): [ChartDriver, ChartDriver] | null {
  const chosen = selected.flatMap(
    (driverIdx) => drivers.find((driver) => driver.driverIdx === driverIdx) ?? [],
  )
  const [first, second] = [...chosen, ...drivers.filter((driver) => !chosen.includes(driver))]
  return first && second ? [first, second] : null
}
