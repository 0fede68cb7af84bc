import type { TrackBest } from '@pitboard/contract/accounts/user'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { sessionName } from '../../timing/names.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { dateColumn } from '../../timing/session-columns.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

export function BestLaps({ bests }: { readonly bests: readonly TrackBest[] }) {
  const t = useText()
  return (
    <Table
      headed
      name="userBests"
      label={t('user.bests')}
      columns={columns(t)}
      rows={bests}
      rowKey={({ trackId }) => trackId}
    />
  )
}

function columns(t: Text): Column<TrackBest>[] {
  return [
    {
      key: 'track',
      name: t('user.track'),
      namesRow: true,
      sortBy: ({ trackName }) => trackName,
      cell: ({ trackName, sessionId }) => (
        <TextLink to="/sessions/$sessionId" params={{ sessionId }}>
          {trackName}
        </TextLink>
      ),
    },
    {
      key: 'lap',
      name: t('user.lap'),
      align: 'right',
      sortBy: ({ lapTimeMs }) => lapTimeMs,
      cell: ({ lapTimeMs }) => formatLapTime(lapTimeMs),
    },
    {
      key: 'session',
      name: t('user.session'),
      phone: 'below',
      cell: (best) => <span className="text-muted">{sessionName(best, t)}</span>,
    },
    dateColumn(t('user.date'), t),
  ]
}
