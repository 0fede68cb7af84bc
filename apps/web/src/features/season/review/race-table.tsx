import type { ReviewedRace } from '@pitboard/analysis/season/reviewed-races'
import { finishOf, leaderAfter } from '@pitboard/analysis/season/season-review'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { DriverMark } from '../../../timing/driver-mark.tsx'
import { TeamBar } from '../../../timing/team-bar.tsx'
import { TextLink } from '../../../ui/buttons/link.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'
import { marginText } from './season-review-words.ts'

interface RaceTableProps {
  readonly races: readonly ReviewedRace[]
  readonly drivers: readonly StandingsDriver[]
}

/** Lists each race with who won it, by how much, and who led the standings after it. */
export function RaceTable({ races, drivers }: RaceTableProps) {
  const t = useText()
  return (
    <Table
      name="season-review"
      label={t('review.table')}
      columns={raceColumns(races, drivers, t)}
      rows={races}
      rowKey={({ sessionId }) => sessionId}
    />
  )
}

function raceColumns(
  races: readonly ReviewedRace[],
  drivers: readonly StandingsDriver[],
  t: Text,
): Column<ReviewedRace>[] {
  const isVoted = races.some((race) => holderOf(race, 'driverOfTheDay'))
  return [
    { key: 'round', name: t('review.round'), narrow: true, cell: ({ round }) => round },
    {
      key: 'race',
      name: t('review.race'),
      namesRow: true,
      cell: ({ name, sessionId }) => (
        <TextLink to="/sessions/$sessionId" params={{ sessionId }}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'winner',
      name: t('review.winner'),
      phone: 'line',
      cell: ({ results }) =>
        results[0]?.result.position === 1 && <DriverName driver={results[0].driver} />,
    },
    {
      key: 'margin',
      name: t('review.margin'),
      align: 'right',
      phone: 'below',
      cell: (race) => {
        const [finish] = finishOf(race)
        return finish ? marginText(finish.marginMs, t) : '–'
      },
    },
    {
      key: 'pole',
      name: t('review.pole'),
      phone: 'below',
      cell: (race) => <DriverName driver={holderOf(race, 'pole')} />,
    },
    {
      key: 'fastest',
      name: t('review.fastest'),
      from: 'md',
      phone: 'below',
      cell: (race) => <DriverName driver={holderOf(race, 'fastestLap')} />,
    },
    ...(isVoted
      ? [
          {
            key: 'ofTheDay',
            name: t('season.driverOfTheDay'),
            from: 'md',
            phone: 'below',
            cell: (race: ReviewedRace) => <DriverName driver={holderOf(race, 'driverOfTheDay')} />,
          } as const,
        ]
      : []),
    {
      key: 'leader',
      name: t('review.leader'),
      from: 'md',
      phone: 'below',
      cell: ({ round }) => <DriverName driver={leaderAfter(drivers, round) ?? undefined} />,
    },
  ]
}

function holderOf({ results }: ReviewedRace, key: 'pole' | 'fastestLap' | 'driverOfTheDay') {
  return results.find(({ result }) => result[key])?.driver
}

function DriverName({ driver }: { readonly driver: StandingsDriver | undefined }) {
  if (!driver) return '–'
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <TeamBar teamColour={driver.teamColour} />
      <span className="min-w-0 wrap-anywhere whitespace-normal">{driver.name}</span>
      <DriverMark name={driver.name} aliases={driver.aliases} />
    </span>
  )
}
