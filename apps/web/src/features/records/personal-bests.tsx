import type { PersonalBest } from '@pitboard/contract/records/records'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { conditionsText } from './condition-names.ts'
import { LapTyre } from './lap-tyre.tsx'
import { toSearch } from './record-queries.ts'
import { LapLink } from './record-tables.tsx'

/** Shows the best lap in each category, with the way to its statistics. */
export function PersonalBests({ bests }: { readonly bests: readonly PersonalBest[] }) {
  const t = useText()
  return (
    <Table
      headed
      name="personalBests"
      label={t('records.bests')}
      columns={columns(t)}
      rows={bests}
      rowKey={({ trackId, gameVersion, sessionKind, tyreClass, weather }) =>
        [trackId, gameVersion, sessionKind, tyreClass, weather].join(' ')
      }
    />
  )
}

function columns(t: Text): Column<PersonalBest>[] {
  return [
    {
      key: 'track',
      name: t('records.track'),
      namesRow: true,
      sortBy: ({ trackName }) => trackName,
      cell: (best) => (
        <TextLink to="/dashboard/laps" search={toSearch(best)}>
          {best.trackName}
        </TextLink>
      ),
    },
    {
      key: 'time',
      name: t('records.lapTime'),
      align: 'right',
      sortBy: ({ best }) => best.lapTimeMs,
      cell: ({ best }) => <LapLink lap={best} />,
    },
    {
      key: 'conditions',
      name: t('records.conditions'),
      phone: 'below',
      cell: (best) => <span className="text-muted">{conditionsText(best, t)}</span>,
    },
    {
      key: 'tyre',
      name: t('records.compound'),
      align: 'center',
      phone: 'none',
      cell: ({ best }) => <LapTyre lap={best} />,
    },
    {
      key: 'date',
      name: t('records.date'),
      align: 'right',
      phone: 'below',
      sortBy: ({ best }) => best.drivenAt,
      cell: ({ best }) => (
        <time dateTime={best.drivenAt} className="text-muted">
          {formatDate(best.drivenAt, t.locale)}
        </time>
      ),
    },
  ]
}
