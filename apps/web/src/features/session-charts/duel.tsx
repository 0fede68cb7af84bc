import { placeOf } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { Fragment, type ReactNode } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime, formatSectorTime } from '../../timing/format-lap-time.ts'
import { Table } from '../../ui/table/table.tsx'
import { ChartCard } from '../../timing/plot/chart-card.tsx'
import type { ChartDriver } from '../../timing/laps/chart-driver.ts'
import { type LapDuel, lapDuels, reachOf, racingLapsOf, spreadOf } from '../../timing/laps/pace.ts'
import type { HoveredLap } from '../../timing/plot/hovered-lap.ts'
import { LapPointer } from '../../timing/plot/lap-pointer.tsx'
import type { Neutralised } from '@pitboard/analysis/laps/neutralised-laps'

const UNKNOWN = '–'

interface DuelProps {
  readonly session: SessionDetail
  readonly neutralised: readonly Neutralised[]
  readonly drivers: readonly [ChartDriver, ChartDriver]
  readonly hovered: HoveredLap
}

/** Compares two drivers side by side. */
export function Duel({ session, neutralised, drivers: [first, second], hovered }: DuelProps) {
  const t = useText()
  const find = ({ driverIdx }: ChartDriver) =>
    session.drivers.find((driver) => driver.driverIdx === driverIdx)
  const [one, other] = [find(first), find(second)]
  if (!one || !other) return null
  const duels = lapDuels(one, other, neutralised)
  const title = t('charts.duel', { first: first.name, second: second.name })
  return (
    <ChartCard
      room="bars"
      title={title}
      note={t('charts.duelNote')}
      table={<DuelTable label={title} first={first} second={second} duels={duels} />}
    >
      <table className="timing w-full table-fixed text-timing tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <HeadCell driver={first} />
            <th scope="col" className="w-2/5">
              <span className="sr-only">{t('charts.what')}</span>
            </th>
            <HeadCell driver={second} />
          </tr>
        </thead>
        <tbody>
          {facts(neutralised, one, other, duels, t)
            .filter(([, left, right]) => left !== UNKNOWN || right !== UNKNOWN)
            .map(([name, left, right]) => (
              <tr key={name}>
                <td className="w-[30%]">{left}</td>
                <th scope="row" className="text-center text-small font-normal text-muted">
                  {name}
                </th>
                <td className="text-right">{right}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <LapPointer hovered={hovered} laps={Math.max(duels.length, 1)} className="mt-4">
        <DeltaBars duels={duels} first={first} second={second} label={title} />
      </LapPointer>
    </ChartCard>
  )
}

function HeadCell({ driver }: { readonly driver: ChartDriver }) {
  return (
    <th
      scope="col"
      className="w-[30%] border-b-2 pb-1 text-left font-semibold last:text-right"
      style={{ borderColor: driver.colour }}
    >
      {driver.code}
    </th>
  )
}

function facts(
  neutralised: readonly Neutralised[],
  one: Driver,
  other: Driver,
  duels: readonly LapDuel[],
  t: Text,
): [string, ReactNode, ReactNode][] {
  const both = (read: (driver: Driver) => ReactNode): [ReactNode, ReactNode] => [
    read(one),
    read(other),
  ]
  const median = (driver: Driver) => spreadOf(racingLapsOf(driver, neutralised))?.median ?? null
  const won = (sign: number) => duels.filter(({ deltaMs }) => Math.sign(deltaMs ?? 0) === sign)
  return [
    [t('session.position'), ...both((driver) => placeOf(driver) ?? UNKNOWN)],
    [t('session.grid'), ...both(({ startingPosition }) => startingPosition ?? UNKNOWN)],
    [t('charts.lapsQuicker'), won(-1).length, won(1).length],
    [t('session.bestLap'), ...both(({ bestLapTimeMs }) => formatLapTime(bestLapTimeMs))],
    [
      t('charts.median'),
      ...both((driver) => {
        const timeMs = median(driver)
        return formatLapTime(timeMs === null ? null : Math.round(timeMs))
      }),
    ],
    ...(['bestSector1TimeMs', 'bestSector2TimeMs', 'bestSector3TimeMs'] as const).map(
      (sector, index): [string, ReactNode, ReactNode] => [
        t('charts.sector', { number: index + 1 }),
        ...both((driver) => formatSectorTime(driver[sector])),
      ],
    ),
    [t('session.stops'), ...both(({ pitStops }) => pitStops.length)],
  ]
}

interface DeltaBarsProps {
  readonly duels: readonly LapDuel[]
  readonly first: ChartDriver
  readonly second: ChartDriver
  readonly label: string
}

function DuelTable({ duels, first, second, label }: DeltaBarsProps) {
  const t = useText()
  return (
    <Table
      name="duel"
      label={label}
      form="scroll"
      dense
      columns={[
        { key: 'lap', name: t('session.lap'), namesRow: true, cell: lapOf },
        {
          key: 'delta',
          name: t('charts.delta', { first: first.code, second: second.code }),
          align: 'right',
          sortBy: ({ deltaMs }) => deltaMs,
          cell: gapOf,
        },
      ]}
      rows={duels}
      rowKey={lapOf}
    />
  )
}

function lapOf({ lap }: LapDuel): number {
  return lap
}

function gapOf({ deltaMs }: LapDuel): string {
  return formatGap(deltaMs, 3)
}

/**
 * A bar points up if the first driver was quicker. Laps that were not driven at racing speed are pale and do not set
 * the scale: a bar that is cut off has a gap before its end.
 */
function DeltaBars({ duels, first, second, label }: DeltaBarsProps) {
  const reachMs = reachOf(duels)
  const width = 100 / Math.max(duels.length, 1)
  return (
    <svg role="img" aria-label={label} className="block h-32 w-full">
      {duels.map(({ lap, deltaMs, isRacing }) => {
        if (deltaMs === null) return null
        const size = Math.max((Math.min(Math.abs(deltaMs), reachMs) / reachMs) * 48, 0.5)
        const x = (lap - 1) * width + width * 0.1
        return (
          <Fragment key={lap}>
            <rect
              x={`${x}%`}
              width={`${width * 0.8}%`}
              y={`${deltaMs < 0 ? 50 - size : 50}%`}
              height={`${size}%`}
              fill={deltaMs < 0 ? first.colour : second.colour}
              opacity={isRacing ? 1 : 0.35}
            >
              <title>{`${lap}: ${formatGap(deltaMs, 3)}`}</title>
            </rect>
            {Math.abs(deltaMs) > reachMs && (
              <rect
                x={`${x}%`}
                width={`${width * 0.8}%`}
                y={deltaMs < 0 ? '7%' : '90%'}
                height="3%"
                fill="var(--color-panel)"
              />
            )}
          </Fragment>
        )
      })}
      <line x1="0" x2="100%" y1="50%" y2="50%" stroke="var(--color-faint)" />
    </svg>
  )
}
