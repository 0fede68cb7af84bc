import { itemAt } from '@pitboard/contract/wire/item-at'
import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
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
import { useOwnDriverIdx } from '../session/own-driver.ts'
import { SectorTable } from './tables/sector-table.tsx'
import { TyreStrategy } from './tyre-strategy.tsx'
import { WhenNear } from '../../timing/plot/when-near.tsx'

const PLACE = 'h-[37rem]'
/** Charts stand side by side where each has room for its numbers. */
const GRID = 'grid items-start gap-4 xl:grid-cols-2'

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
  const known = (driverIdx: number) => drivers.some((driver) => driver.driverIdx === driverIdx)
  const [winner] = drivers
  if (!winner) return null
  const selected = choice.drivers?.filter(known) ?? first
  const named = choice.against !== null && known(choice.against) ? choice.against : null
  const against = gapReference({ against: named }, selected, winner.driverIdx)
  const shared = { session, drivers, selected, hovered, neutralised }
  const duel = duelists(drivers, selected)
  return (
    <div className="flex min-w-0 flex-col gap-9">
      <div className="-mb-5 grid gap-x-8 gap-y-2 bg-page py-2 xl:sticky xl:top-0 xl:z-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <DriverChoice
          drivers={drivers}
          selected={selected}
          onSelect={(chosen) => onChoice({ ...choice, drivers: chosen })}
        />
        <LapControls hovered={hovered} />
      </div>
      {isRaceType(session.sessionType) && (
        <Section title={t('result.race')} anchor="race">
          <div className={GRID}>
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
        </Section>
      )}
      <Section title={t('result.pace')} anchor="pace">
        <div className={GRID}>
          <LapTimeChart {...shared} />
          <PaceChart {...shared} />
          {duel && (
            <Duel session={session} neutralised={neutralised} drivers={duel} hovered={hovered} />
          )}
          <WhenNear className={PLACE}>
            <SectorTable session={session} selected={selected} />
          </WhenNear>
        </div>
      </Section>
      <Section title={t('result.tyres')} anchor="tyres">
        <div className={GRID}>
          <TyreStrategy session={session} selected={selected} hovered={hovered} />
          <div className="flex min-w-0 flex-col gap-4">
            <Conditions session={session} neutralised={neutralised} hovered={hovered} />
            <WhenNear className={PLACE}>
              <RaceLogCard
                session={session}
                onEntry={({ lapNum, drivers: involved }) => {
                  const lap = Math.min(Math.max(lapNum, 1), lastLap)
                  hovered.choose(lap)
                  onChoice({ ...choice, lap, drivers: involved.filter(known) })
                }}
              />
            </WhenNear>
          </div>
        </div>
      </Section>
    </div>
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
