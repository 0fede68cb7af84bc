import { writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import type { LapConditions } from '@pitboard/contract/records/lap-category'
import type { DrivenLap } from '@pitboard/contract/records/records'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../auth/account.ts'
import { conditionsText } from '../../features/records/condition-names.ts'
import {
  gameVersions,
  personalBests,
  readConditions,
  trackRecords,
  type RecordSearch,
} from '../../features/records/record-queries.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

/** A comparison can begin with this lap. */
interface FirstLapRow {
  readonly trackName: string
  readonly lap: DrivenLap
  /** This user drove the lap; it is null for the reader's own. */
  readonly username: string | null
  readonly conditions: LapConditions
}

const USUAL_SEARCH: RecordSearch = {
  track: '',
  game: '',
  kind: '',
  tyres: '',
  weather: '',
  cars: '',
  performance: '',
}

/** Offers the user's own bests and the records where no lap is named, to begin with one of them. */
export function FirstLap() {
  const t = useText()
  const isSignedIn = useAccount() !== null
  return (
    <div className="flex flex-col gap-8">
      <p className="max-w-[64ch] text-muted">
        {t('compare.beginWhy')} <TextLink to="/search">{t('compare.findSession')}</TextLink>
      </p>
      {isSignedIn && <OwnBests />}
      <Records />
    </div>
  )
}

function OwnBests() {
  const t = useText()
  return (
    <QueryContent query={useQuery(personalBests)} placeholder={<Skeleton className="h-48" />}>
      {(bests) => {
        const rows = bests
          .filter(({ best }) => best.hasTrace)
          .map(({ best, trackName, ...conditions }) => ({
            trackName,
            lap: best,
            username: null,
            conditions,
          }))
        return rows.length === 0 ? null : <FirstLaps label={t('compare.ownBests')} rows={rows} />
      }}
    </QueryContent>
  )
}

function Records() {
  return (
    <QueryContent query={useQuery(gameVersions)} placeholder={<Skeleton className="h-48" />}>
      {([newest]) =>
        newest === undefined ? (
          <NoRecords />
        ) : (
          <RecordsOf conditions={readConditions(USUAL_SEARCH, newest)} />
        )
      }
    </QueryContent>
  )
}

function RecordsOf({ conditions }: { readonly conditions: LapConditions }) {
  const t = useText()
  const query = useQuery(trackRecords(conditions))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-48" />}>
      {(tracks) => {
        const rows = tracks
          .filter(({ record }) => record.hasTrace)
          .map(({ trackName, record }) => ({
            trackName,
            lap: record,
            username: record.username,
            conditions,
          }))
        return rows.length === 0 ? (
          <NoRecords />
        ) : (
          <FirstLaps label={t('compare.records')} rows={rows} />
        )
      }}
    </QueryContent>
  )
}

function NoRecords() {
  const t = useText()
  return (
    <EmptyState
      title={t('compare.none')}
      action={
        <ButtonLink look="primary" to="/downloadInfo">
          {t('compare.getRecorder')}
        </ButtonLink>
      }
    >
      {t('compare.noneWhy')}
    </EmptyState>
  )
}

interface FirstLapsProps {
  readonly label: string
  readonly rows: readonly FirstLapRow[]
}

function FirstLaps({ label, rows }: FirstLapsProps) {
  const t = useText()
  return (
    <Table
      headed
      name="firstLaps"
      label={label}
      columns={columns(
        t,
        rows.some(({ username }) => username !== null),
      )}
      rows={rows}
      rowKey={({ lap }) => referenceTo(lap)}
    />
  )
}

function columns(t: Text, hasDrivers: boolean): Column<FirstLapRow>[] {
  const driver: Column<FirstLapRow> = {
    key: 'driver',
    name: t('records.driver'),
    phone: 'below',
    cell: ({ username }) => username,
  }
  const conditions: Column<FirstLapRow> = {
    key: 'conditions',
    name: t('records.conditions'),
    phone: 'below',
    cell: (row) => <span className="text-muted">{conditionsText(row.conditions, t)}</span>,
  }
  return [
    {
      key: 'track',
      name: t('records.track'),
      namesRow: true,
      sortBy: ({ trackName }) => trackName,
      cell: ({ trackName }) => trackName,
    },
    {
      key: 'time',
      name: t('records.lapTime'),
      align: 'right',
      cell: ({ lap }) => (
        <span className="timing text-timing font-semibold tabular-nums">
          {formatLapTime(lap.lapTimeMs)}
        </span>
      ),
    },
    hasDrivers ? driver : conditions,
    {
      key: 'date',
      name: t('records.date'),
      align: 'right',
      phone: 'below',
      sortBy: ({ lap }) => lap.drivenAt,
      cell: ({ lap }) => (
        <time dateTime={lap.drivenAt} className="text-muted">
          {formatDate(lap.drivenAt, t.locale)}
        </time>
      ),
    },
    {
      key: 'begin',
      name: t('records.compare'),
      align: 'right',
      cell: ({ lap, trackName }) => (
        <TextLink to="/compare" search={{ laps: referenceTo(lap) }}>
          {t('compare.begin')}
          <span className="sr-only">
            {' '}
            {trackName} {formatLapTime(lap.lapTimeMs)}
          </span>
        </TextLink>
      ),
    },
  ]
}

function referenceTo({ sessionId, driverIdx, lapNum }: DrivenLap): string {
  return writeLapReference({ sessionId, driverIdx, lap: lapNum })
}
