import type { LapConditions } from '@pitboard/contract/records/lap-category'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { ConditionChoice } from '../../features/records/condition-choice.tsx'
import {
  findOwnBest,
  gameVersions,
  personalBests,
  readConditions,
  readTrack,
  type RecordSearch,
  recordsOfTrack,
  trackRecords,
} from '../../features/records/record-queries.ts'
import { RecordTable, TrackRecordTable } from '../../features/records/record-tables.tsx'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'

/** This is chosen while nobody has a record. */
const GAME_WITHOUT_RECORDS = 2025

/** Lists the fastest laps of all tracks, or of the one that the address names. */
export function RecordsPage() {
  const t = useText()
  const navigate = useNavigate({ from: '/records' })
  const search = useSearch({ from: '/records' })
  const versions = useQuery(gameVersions)
  const trackId = readTrack(search)
  const title =
    trackId === null ? t('records.title') : t('records.titleOf', { track: trackName(trackId) })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={title} />
      <div className="flex flex-col gap-2">
        <h1>{title}</h1>
        <p className="max-w-[64ch] text-muted">
          {t('records.lead')} <TextLink to="/compare">{t('records.compareLaps')}</TextLink>
        </p>
      </div>
      <QueryContent query={versions} placeholder={<Skeleton className="h-96" />}>
        {(years) => {
          const conditions = readConditions(search, years[0] ?? GAME_WITHOUT_RECORDS)
          return (
            <>
              <ConditionChoice
                trackId={trackId}
                conditions={conditions}
                versions={years}
                onChoice={(choice) => void navigate({ search: { ...search, ...choice } })}
              />
              {trackId === null ? (
                <AllTracks conditions={conditions} search={search} />
              ) : (
                <OneTrack trackId={trackId} conditions={conditions} />
              )}
            </>
          )
        }}
      </QueryContent>
    </div>
  )
}

interface AllTracksProps {
  readonly conditions: LapConditions
  readonly search: RecordSearch
}

function AllTracks({ conditions, search }: AllTracksProps) {
  const query = useQuery(trackRecords(conditions))
  const ownBests = useOwnBests()
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
      {(tracks) =>
        tracks.length === 0 ? (
          <NoRecords />
        ) : (
          <TrackRecordTable
            tracks={tracks}
            search={search}
            ownBestOn={(trackId) => findOwnBest(ownBests, { trackId, ...conditions })}
          />
        )
      }
    </QueryContent>
  )
}

interface OneTrackProps {
  readonly trackId: number
  readonly conditions: LapConditions
}

function OneTrack({ trackId, conditions }: OneTrackProps) {
  const category = { trackId, ...conditions }
  const query = useQuery(recordsOfTrack(category))
  const ownBest = findOwnBest(useOwnBests(), category)
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
      {(records) =>
        records.length === 0 ? <NoRecords /> : <RecordTable records={records} ownBest={ownBest} />
      }
    </QueryContent>
  )
}

/** Returns undefined for a visitor, and before they are loaded. */
function useOwnBests() {
  const isSignedIn = useAccount() !== null
  const { data } = useQuery({ ...personalBests, enabled: isSignedIn })
  return isSignedIn ? data : undefined
}

function NoRecords() {
  const t = useText()
  return <EmptyState title={t('records.none')}>{t('records.noneWhy')}</EmptyState>
}
