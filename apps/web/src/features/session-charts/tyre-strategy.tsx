import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useMemo } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { compoundOf } from '../../timing/names.ts'
import { DriverLabel } from '../session/driver-label.tsx'
import { type DriverStints, type Stint, stintsOf } from '@pitboard/analysis/laps/stints'
import { ChartCard } from '../../timing/plot/chart-card.tsx'
import type { HoveredLap } from '../../timing/plot/hovered-lap.ts'
import { lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import { LapPointer } from '../../timing/plot/lap-pointer.tsx'
import { StintTable } from './tables/stint-table.tsx'

interface TyreStrategyProps {
  readonly session: SessionDetail
  readonly selected: readonly number[]
  readonly hovered: HoveredLap
}

/** The chart shows the tyres of each driver over the laps. */
export function TyreStrategy({ session, selected, hovered }: TyreStrategyProps) {
  const t = useText()
  const lastLap = Math.max(lastLapOf(session), 1)
  const rows = useMemo(
    () =>
      resultOrder(session)
        .map((driver): DriverStints => ({ driver, stints: stintsOf(driver) }))
        .filter(({ stints }) => stints.length > 0),
    [session],
  )
  if (rows.length === 0) return null
  const shown = rows.filter(
    ({ driver }) => selected.length === 0 || selected.includes(driver.driverIdx),
  )
  return (
    <ChartCard
      room="bars"
      title={t('charts.stints')}
      table={<StintTable label={t('charts.stints')} rows={shown} />}
    >
      <div className="timing grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <ul aria-hidden="true" className="flex flex-col gap-1.5">
          {shown.map(({ driver }) => (
            <li key={driver.driverIdx} className="grid h-7 items-center">
              <DriverLabel driver={driver} />
            </li>
          ))}
        </ul>
        <LapPointer hovered={hovered} laps={lastLap}>
          <ul className="flex flex-col gap-1.5">
            {shown.map(({ driver, stints }) => (
              <li key={driver.driverIdx}>
                <span className="sr-only">{driver.name}</span>
                <ol className="flex h-7 gap-0.5">
                  {stints.map((stint) => (
                    <StintBar key={stint.firstLap} stint={stint} lastLap={lastLap} t={t} />
                  ))}
                </ol>
              </li>
            ))}
          </ul>
        </LapPointer>
      </div>
    </ChartCard>
  )
}

interface StintBarProps {
  readonly stint: Stint
  readonly lastLap: number
  /** The caller hands the texts in: dozens of bars need not each listen for another language. */
  readonly t: Text
}

function StintBar({ stint, lastLap, t }: StintBarProps) {
  const { letter, name, colour } = compoundOf(stint.tyreCompound)
  const endLap = stint.firstLap + stint.laps - 1
  const words = t('charts.stintLaps', {
    tyre: t(name),
    first: stint.firstLap,
    last: endLap,
  })
  return (
    <li
      title={words}
      className="flex min-w-0 items-center gap-1.5 overflow-hidden rounded-s border-l-4 px-1.5 text-small"
      style={{
        width: `${(stint.laps / lastLap) * 100}%`,
        borderColor: colour,
        backgroundColor: `color-mix(in srgb, ${colour} 20%, var(--color-panel))`,
      }}
    >
      <span aria-hidden="true" className="font-semibold" style={{ color: colour }}>
        {letter}
      </span>
      <span aria-hidden="true">{stint.laps}</span>
      <span className="sr-only">{words}</span>
    </li>
  )
}
