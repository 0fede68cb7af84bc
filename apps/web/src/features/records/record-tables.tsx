import { itemAt } from '@pitboard/contract/wire/item-at'
import type { DrivenLap, LapRecord, TrackRecord } from '@pitboard/contract/records/records'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { formatDate } from '../../timing/format-date.ts'
import { formatGap, formatLapTime, formatSectorTime } from '../../timing/format-lap-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { assistsText } from './condition-names.ts'
import { type ComparableLap, compareColumn } from './compare-column.tsx'
import { LapTyre } from './lap-tyre.tsx'
import type { RecordSearch } from './record-queries.ts'

interface TrackRecordTableProps {
  readonly tracks: readonly TrackRecord[]
  readonly search: RecordSearch
  /** Returns the signed-in user's best lap of the same conditions on a track. */
  readonly ownBestOn: (trackId: number) => ComparableLap | null
}

/** Shows the fastest lap of each track, with the way to all records there. */
export function TrackRecordTable({ tracks, search, ownBestOn }: TrackRecordTableProps) {
  const t = useText()
  return (
    <Table
      headed
      name="trackRecords"
      label={t('records.title')}
      columns={[
        ...trackColumns(t, search),
        ...compareColumn(
          tracks,
          ({ record }) => record,
          ({ trackId }) => [{ lap: ownBestOn(trackId), name: 'records.withOwnBest' }],
          t,
        ),
      ]}
      rows={tracks}
      rowKey={({ trackId }) => trackId}
    />
  )
}

type Ranked = LapRecord & { readonly position: number; readonly gapMs: number }

interface RecordTableProps {
  readonly records: readonly LapRecord[]
  /** It is the signed-in user's best lap of the same category. */
  readonly ownBest: ComparableLap | null
}

export function RecordTable({ records, ownBest }: RecordTableProps) {
  const t = useText()
  const rows = records.map((record): Ranked => {
    // Equal times share a position.
    const position = 1 + records.findIndex(({ lapTimeMs }) => lapTimeMs === record.lapTimeMs)
    return { ...record, position, gapMs: record.lapTimeMs - itemAt(records, 0).lapTimeMs }
  })
  return (
    <Table
      headed
      name="records"
      label={t('records.title')}
      columns={[
        ...driverColumns(t),
        ...compareColumn<Ranked>(
          rows,
          (record) => record,
          () => [
            { lap: records[0] ?? null, name: 'records.withRecord' },
            { lap: ownBest, name: 'records.withOwnBest' },
          ],
          t,
        ),
      ]}
      rows={rows}
      rowKey={({ userId }) => userId}
    />
  )
}

function trackColumns(t: Text, search: RecordSearch): Column<TrackRecord>[] {
  return [
    {
      key: 'track',
      name: t('records.track'),
      namesRow: true,
      sortBy: ({ trackName }) => trackName,
      cell: ({ trackId, trackName }) => (
        <TextLink to="/records" search={{ ...search, track: String(trackId) }}>
          {trackName}
        </TextLink>
      ),
    },
    {
      key: 'time',
      name: t('records.lapTime'),
      align: 'right',
      cell: ({ record }) => <LapLink lap={record} />,
    },
    {
      key: 'driver',
      name: t('records.driver'),
      phone: 'below',
      sortBy: ({ record }) => record.username,
      cell: ({ record }) => <DriverLink record={record} isBelowOnPhones />,
    },
    ...lapColumns<TrackRecord>(t, ({ record }) => record),
  ]
}

function driverColumns(t: Text): Column<Ranked>[] {
  return [
    {
      key: 'position',
      name: t('records.position'),
      head: '#',
      align: 'right',
      narrow: true,
      cell: ({ position }) => <span className="timing text-timing">{position}</span>,
    },
    {
      key: 'driver',
      name: t('records.driver'),
      namesRow: true,
      cell: (record) => <DriverLink record={record} />,
    },
    {
      key: 'time',
      name: t('records.lapTime'),
      align: 'right',
      cell: (record) => <LapLink lap={record} />,
    },
    {
      key: 'gap',
      name: t('records.gap'),
      align: 'right',
      phone: 'below',
      cell: ({ gapMs }) => (
        <span className="timing text-muted tabular-nums">
          {gapMs === 0 ? '–' : formatGap(gapMs, 3)}
        </span>
      ),
    },
    ...([1, 2, 3] as const).map((number): Column<Ranked> => ({
      key: `sector${number}`,
      name: t('records.sector', { number }),
      head: `S${number}`,
      align: 'right',
      phone: 'below',
      from: 'wide',
      cell: (record) => (
        <span className="timing text-muted tabular-nums">
          {formatSectorTime(record[`sector${number}TimeMs`])}
        </span>
      ),
    })),
    ...lapColumns<Ranked>(t, (record) => record),
  ]
}

function lapColumns<Row>(t: Text, lapOf: (row: Row) => DrivenLap): Column<Row>[] {
  return [
    {
      key: 'tyre',
      name: t('records.compound'),
      align: 'center',
      phone: 'none',
      cell: (row) => <LapTyre lap={lapOf(row)} />,
    },
    {
      key: 'date',
      name: t('records.date'),
      align: 'right',
      phone: 'below',
      from: 'sm',
      cell: (row) => (
        <time dateTime={lapOf(row).drivenAt} className="text-muted">
          {formatDate(lapOf(row).drivenAt, t.locale)}
        </time>
      ),
    },
  ]
}

/** Links a lap to the session in which it was driven. */
export function LapLink({ lap }: { readonly lap: DrivenLap }) {
  const t = useText()
  const assists = assistsText(lap.assists, t)
  const notes = [...(lap.isProven ? [] : [t('records.unproven')]), ...(assists ? [assists] : [])]
  return (
    <span className="timing text-timing font-semibold tabular-nums">
      <TextLink to="/sessions/$sessionId" params={{ sessionId: lap.sessionId }}>
        {formatLapTime(lap.lapTimeMs)}
        <span className="sr-only">, {t('records.lap', { number: lap.lapNum })}</span>
      </TextLink>
      {notes.length > 0 && (
        <span className="block text-small font-normal text-muted">{notes.join(', ')}</span>
      )}
    </span>
  )
}

interface DriverLinkProps {
  readonly record: LapRecord
  /** A line that is as high as its text leaves out the picture. */
  readonly isBelowOnPhones?: boolean
}

function DriverLink({ record, isBelowOnPhones = false }: DriverLinkProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className={isBelowOnPhones ? 'max-sm:hidden' : ''}>
        <Avatar name={record.username} src={record.avatarUrl} size="small" />
      </span>
      <TextLink to="/user/$userId" params={{ userId: record.userId }}>
        {record.username}
      </TextLink>
      <DriverMark name={record.username} />
    </span>
  )
}
