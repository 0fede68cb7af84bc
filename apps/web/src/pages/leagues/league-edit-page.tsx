import { leagues, type League } from '@pitboard/contract/leagues/league'
import { UNDOABLE_LEAGUE_ACTIONS } from '@pitboard/contract/wire/undoable-actions'
import {
  isAllowed,
  type LeagueAction,
  type LeagueRole,
} from '@pitboard/contract/leagues/league-roles'
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
import { leagueDetail, LEAGUES_KEY, leagueSeasons } from '../../features/leagues/league-queries.ts'
import { leagueHistory } from '../../features/leagues/own-league-queries.ts'
import { LeagueSeasons } from '../../features/league-editor/league-seasons.tsx'
import { MembersSection } from '../../features/league-editor/members/members-section.tsx'
import { allOwnSeasons } from '../../features/season/own-season-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { createThrottle } from '../../realtime/throttle.ts'
import { useRealtimeUpdates } from '../../realtime/use-realtime-updates.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Section } from '../../ui/section.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { PageContent, PartProblem } from '../../ui/shell/query-content.tsx'
import { useLeagueRoles } from '../use-own-roles.ts'

export function LeagueEditPage() {
  const session = useAccount()
  const { leagueId } = useParams({ from: '/dashboard/leagues/$leagueId/edit' })
  const query = useUpdatedLeague(leagueId)
  if (!session) return null
  return (
    <PageContent query={query}>
      {(league) => <ForMembers key={league.id} league={league} userId={session.userId} />}
    </PageContent>
  )
}

interface ForMembersProps {
  readonly league: League
  readonly userId: string
}

/** Only users with a role may edit it. */
function ForMembers({ league, userId }: ForMembersProps) {
  const roles = useLeagueRoles(league)
  if (!roles) return <PageSkeleton />
  return roles.length > 0 ? <Editor league={league} userId={userId} roles={roles} /> : <NotFound />
}

interface EditorProps extends ForMembersProps {
  readonly roles: readonly LeagueRole[]
}

/** Follows what others and other devices change. */
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

function Editor({ league, userId, roles }: EditorProps) {
  const t = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const may = (action: LeagueAction) => isAllowed(roles, action)
  const edit = useEdit({
    thing: league,
    queryKey: leagueDetail(league.id).queryKey,
    relatedKey: LEAGUES_KEY,
    ...(may('undoChanges') && {
      undo: (version: number) => call(leagues.undo, { params: { leagueId: league.id, version } }),
    }),
  })
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={league.name} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="wrap-anywhere">{league.name}</h1>
        <ButtonLink to="/leagues/$leagueId" params={{ leagueId: league.id }}>
          {t('organiser.lookAtIt')}
        </ButtonLink>
      </div>
      {edit.conflict && <ConflictNotice changes={edit.conflict} onDismiss={edit.dismissConflict} />}
      {may('editLeague') && <EditLeague league={league} edit={edit} />}
      <Columns
        side={
          may('deleteLeague') ? (
            <DeleteLeague
              league={league}
              edit={edit}
              onDeleted={() => void navigate({ to: '/dashboard/leagues' })}
            />
          ) : undefined
        }
      >
        <Seasons league={league} edit={edit} roles={roles} />
        <MembersSection
          league={league}
          edit={edit}
          userId={userId}
          roles={roles}
          onLeft={() => {
            void navigate({ to: '/dashboard/leagues' })
            void queries.invalidateQueries()
          }}
        />
        {may('editLeague') && <AnnouncementsSection leagueId={league.id} />}
        <History leagueId={league.id} edit={edit} mayUndo={may('undoChanges')} />
      </Columns>
    </div>
  )
}

interface SeasonsProps {
  readonly league: League
  readonly edit: Edit
  readonly roles: readonly LeagueRole[]
}

/** Lets owners choose from all of their seasons; members see those of the league. */
function Seasons({ league, edit, roles }: SeasonsProps) {
  const t = useText()
  const isOwner = isAllowed(roles, 'transferLeague')
  const mayManage = isAllowed(roles, 'manageSeasons')
  const own = useQuery({ ...allOwnSeasons, enabled: isOwner })
  const within = useQuery({ ...leagueSeasons(league.id), enabled: !isOwner })
  return (
    <Section
      title={t('leagues.seasons')}
      actions={
        mayManage && (
          <ButtonLink to="/dashboard/seasons/create" search={{ league: league.id }}>
            {t('organiser.newSeason')}
          </ButtonLink>
        )
      }
    >
      <PartProblem query={isOwner ? own : within} />
      <LeagueSeasons
        league={league}
        edit={edit}
        seasons={(isOwner ? own.data?.seasons : within.data) ?? []}
        mayManage={mayManage}
      />
    </Section>
  )
}

interface HistoryProps {
  readonly leagueId: string
  readonly edit: Edit
  readonly mayUndo: boolean
}

function History({ leagueId, edit, mayUndo }: HistoryProps) {
  const t = useText()
  const query = useQuery(leagueHistory(leagueId))
  const { data } = query
  if (!data) return <PartProblem query={query} />
  if (data.length === 0) return null
  return (
    <Section title={t('organiser.history')}>
      <ChangeList
        changes={data}
        {...(mayUndo && {
          canUndo: canUndo(data, UNDOABLE_LEAGUE_ACTIONS),
          undo: ({ version }) => void edit.undo(version),
        })}
      />
    </Section>
  )
}
