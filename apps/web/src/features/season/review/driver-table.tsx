import type { DriverRound } from '@pitboard/analysis/season/driver-season'
import { resultCode } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatChange, formatPoints } from '../../../timing/format-points.ts'
import { TextLink } from '../../../ui/buttons/link.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'

/** Shows the arc of a driver's season: grid, place and points of each race, and the standings after it. */
export function DriverTable({ rounds }: { readonly rounds: readonly DriverRound[] }) {
  const t = useText()
  return (
    <Table
      name="driver-review"
      label={t('review.arc')}
      columns={driverColumns(t)}
      rows={rounds}
      rowKey={({ race }) => race.sessionId}
    />
  )
}

function driverColumns(t: Text): Column<DriverRound>[] {
  return [
    { key: 'round', name: t('review.round'), narrow: true, cell: ({ race }) => race.round },
    {
      key: 'race',
      name: t('review.race'),
      namesRow: true,
      cell: ({ race }) => (
        <TextLink to="/sessions/$sessionId" params={{ sessionId: race.sessionId }}>
          {race.name}
        </TextLink>
      ),
    },
    {
      key: 'grid',
      name: t('review.grid'),
      align: 'right',
      phone: 'below',
      cell: ({ grid }) => grid ?? '–',
    },
    {
      key: 'place',
      name: t('review.place'),
      align: 'right',
      phone: 'line',
      cell: ({ result }) => result.position ?? resultCode(result.resultStatus) ?? t('review.out'),
    },
    {
      key: 'gained',
      name: t('review.gained'),
      align: 'right',
      phone: 'below',
      cell: ({ gained }) => (gained === null ? '–' : formatChange(gained, t.locale)),
    },
    {
      key: 'points',
      name: t('review.points'),
      align: 'right',
      phone: 'line',
      cell: ({ result }) => formatPoints(result.points, t.locale),
    },
    {
      key: 'standing',
      name: t('review.standing'),
      align: 'right',
      phone: 'below',
      cell: ({ standing }) => `P${standing}`,
    },
  ]
}
