import { leagues, UNDOABLE_LEAGUE_ACTIONS, type League } from '@pitboard/contract/leagues/league'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useAccount } from '../../auth/account.ts'
import { call } from '../../api/call.ts'
import { canUndo, ChangeList, ConflictNotice } from '../../changes/change-list.tsx'
import { type Edit, useEdit } from '../../changes/use-edit.ts'
import { AnnouncementsSection } from '../../features/announcements/announcements-section.tsx'
import { DeleteLeague } from '../../features/league-editor/delete-league.tsx'
import { EditLeague } from '../../features/league-editor/edit-league.tsx'
import { leagueDetail, LEAGUES_KEY } from '../../features/leagues/league-queries.ts'
import { leagueHistory } from '../../features/leagues/own-league-queries.ts'
import { LeagueSeasons } from '../../features/league-editor/league-seasons.tsx'
import { allOwnSeasons } from '../../features/season/own-season-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { createThrottle } from '../../realtime/throttle.ts'
import { useRealtimeUpdates } from '../../realtime/use-realtime-updates.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Section } from '../../ui/section.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent } from '../query-content.tsx'

export function LeagueEditPage() {
  const session = useAccount()
  const { leagueId } = useParams({ from: '/dashboard/leagues/$leagueId/edit' })
  const query = useUpdatedLeague(leagueId)
  if (!session) return null
  // Only the owner may edit it.
  return (
    <PageContent query={query}>
      {(league) => (league.ownerId === session.userId ? <Editor league={league} /> : <NotFound />)}
    </PageContent>
  )
}

/** Follows what other devices of the owner change. */
function useUpdatedLeague(leagueId: string) {
  const queries = useQueryClient()
  const reading = useMemo(
    () =>
      createThrottle(() => {
        void queries.invalidateQueries({ queryKey: leagueDetail(leagueId).queryKey })
        void queries.invalidateQueries({ queryKey: leagueHistory(leagueId).queryKey })
      }),
    [queries, leagueId],
  )
  useEffect(() => reading.stop, [reading])
  useRealtimeUpdates({
    rows: [{ table: 'leagues', filter: `id=eq.${leagueId}` }],
    onOpen: () => reading.request(0),
    onRow: () => reading.request(0),
  })
  return useQuery(leagueDetail(leagueId))
}

function Editor({ league }: { readonly league: League }) {
  const text = useText()
  const navigate = useNavigate()
  const edit = useEdit({
    thing: league,
    queryKey: leagueDetail(league.id).queryKey,
    relatedKey: LEAGUES_KEY,
    undo: (version) => call(leagues.undo, { params: { leagueId: league.id, version } }),
  })
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={league.name} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="wrap-anywhere">{league.name}</h1>
        <ButtonLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
          {text('organiser.lookAtIt')}
        </ButtonLink>
      </div>
      {edit.conflict && <ConflictNotice changes={edit.conflict} onDismiss={edit.dismissConflict} />}
      <EditLeague key={edit.undoneCount} league={league} edit={edit} />
      <Columns
        side={
          <DeleteLeague
            league={league}
            edit={edit}
            onDeleted={() => void navigate({ to: '/dashboard/leagues' })}
          />
        }
      >
        <Seasons league={league} edit={edit} />
        <AnnouncementsSection leagueId={league.id} />
        <History leagueId={league.id} edit={edit} />
      </Columns>
    </div>
  )
}

function Seasons({ league, edit }: { readonly league: League; readonly edit: Edit }) {
  const text = useText()
  const { data } = useQuery(allOwnSeasons)
  return (
    <Section
      title={text('leagues.seasons')}
      actions={
        <ButtonLink to="/dashboard/seasons/create" search={{ league: league.id }}>
          {text('organiser.newSeason')}
        </ButtonLink>
      }
    >
      <LeagueSeasons league={league} edit={edit} seasons={data?.seasons ?? []} />
    </Section>
  )
}

function History({ leagueId, edit }: { readonly leagueId: string; readonly edit: Edit }) {
  const text = useText()
  const { data } = useQuery(leagueHistory(leagueId))
  if (!data || data.length === 0) return null
  return (
    <Section title={text('organiser.history')}>
      <ChangeList
        changes={data}
        canUndo={canUndo(data, UNDOABLE_LEAGUE_ACTIONS)}
        undo={({ version }) => void edit.undo(version)}
      />
    </Section>
  )
}
