import {
  isAllowed,
  type LeagueAction,
  type LeagueRole,
} from '@pitboard/contract/leagues/league-roles'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { call } from '../../api/call.ts'
import { ConflictNotice } from '../../changes/change-list.tsx'
import { useEdit } from '../../changes/use-edit.ts'
import { useWaitingInParts } from '../../features/season/own-season-work.tsx'
import { pendingCases } from '../../features/stewards/steward-queries.ts'
import { namesOfIds } from '../../features/season-editor/history-names.ts'
import { seasonDetail, SEASONS_KEY } from '../../features/season/season-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { NotFound, PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent } from '../../ui/shell/query-content.tsx'
import { PageSkeleton } from '../../ui/states/page-skeleton.tsx'
import { useSeasonRoles } from '../use-own-roles.ts'
import { useSeason } from './use-season.ts'
import { Tabs } from '../../ui/choices/tabs.tsx'
import { EventsTab } from '../../features/calendar/events-tab.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { EditedSeasonContext, useEditedSeason } from '../../features/season/edited-season.ts'

const TABS = [
  'events',
  'points',
  'roster',
  'signUp',
  'names',
  'stewards',
  'publish',
  'history',
  'settings',
] as const

const WAITING = { fallback: <Skeleton className="h-96" /> }

// An organiser opens one part at a time: the others come when they are opened.
const PointsTab = lazyPart(
  async () => (await import('../../features/points/points-tab.tsx')).PointsTab,
  WAITING,
)
const SignUpTab = lazyPart(async () => (await import('./sign-up-tab.tsx')).SignUpTab, WAITING)
const NamesTab = lazyPart(
  async () => (await import('../../features/drivers/names-tab.tsx')).NamesTab,
  WAITING,
)
const AdjustmentEditor = lazyPart(
  async () => (await import('../../features/stewards/adjustment-editor.tsx')).AdjustmentEditor,
  WAITING,
)
const PublishTab = lazyPart(
  async () => (await import('../../features/season-editor/publish-tab.tsx')).PublishTab,
  WAITING,
)
const HistoryTab = lazyPart(
  async () => (await import('../../features/season-editor/history-tab.tsx')).HistoryTab,
  WAITING,
)
const SettingsTab = lazyPart(
  async () => (await import('../../features/season-editor/settings-tab.tsx')).SettingsTab,
  WAITING,
)

const RosterTab = lazyPart(
  async () => (await import('../../features/roster/roster-tab.tsx')).RosterTab,
  { texts: ['roster'], fallback: <Skeleton className="h-96" /> },
)

const StewardsRoom = lazyPart(
  async () => (await import('../../features/stewards/stewards-room.tsx')).StewardsRoom,
  { texts: ['stewards'], fallback: <Skeleton className="h-48" /> },
)

const ImportPoints = lazyPart(
  async () => (await import('../../features/points/import-points.tsx')).ImportPoints,
  { texts: ['importing'], fallback: <Skeleton className="h-64" /> },
)

const ImportResults = lazyPart(
  async () => (await import('./import-results-part.tsx')).ImportResultsPart,
  { texts: ['importing'], fallback: <Skeleton className="h-64" /> },
)

/** A tab needs this action. */
const ACTIONS: Readonly<Record<(typeof TABS)[number], LeagueAction>> = {
  events: 'editResults',
  points: 'manageSeasons',
  names: 'editResults',
  roster: 'manageSeasons',
  signUp: 'manageSeasons',
  stewards: 'editAdjustments',
  publish: 'editResults',
  history: 'viewTeam',
  settings: 'manageSeasons',
}

interface SeasonEditorProps {
  /** The page's address names the part. */
  readonly part: string
  readonly onPart: (part: string) => void
  readonly roles: readonly LeagueRole[]
  readonly onDeleted: () => void
}

function SeasonEditor({ part, onPart, roles, onDeleted }: SeasonEditorProps) {
  const { season } = useEditedSeason()
  const t = useText()
  const shown = TABS.filter((key) => isAllowed(roles, ACTIONS[key]))
  const first = shown[0] ?? 'history'
  const waiting = useWaitingInParts(season)
  const { data: cases = [] } = useQuery(pendingCases)
  const judged = cases.filter(({ seasonId, need }) => seasonId === season.id && need === 'judge')
  return (
    <Tabs
      label={t('organiser.parts')}
      value={shown.find((one) => one === part) ?? first}
      onChange={(next) => onPart(next === first ? '' : next)}
      tabs={[
        {
          key: 'events',
          label: t('organiser.events'),
          content: <EventsTab importer={<ImportResults />} />,
        },
        {
          key: 'points',
          label: t('season.points'),
          content: (
            <div className="flex flex-col gap-9">
              <PointsTab />
              <ImportPoints />
            </div>
          ),
        },
        { key: 'roster', label: t('organiser.roster'), content: <RosterTab /> },
        { key: 'signUp', label: t('organiser.signUp'), content: <SignUpTab /> },
        { key: 'names', label: t('organiser.names'), content: <NamesTab /> },
        {
          key: 'stewards',
          label: t('organiser.stewards'),
          content: (
            <div className="flex flex-col gap-9">
              <StewardsRoom maySetRules={isAllowed(roles, 'manageSeasons')} />
              <AdjustmentEditor />
            </div>
          ),
        },
        { key: 'publish', label: t('organiser.results'), content: <PublishTab /> },
        {
          key: 'history',
          label: t('organiser.historyPart'),
          content: <HistoryTab mayUndo={isAllowed(roles, 'undoChanges')} />,
        },
        {
          key: 'settings',
          label: t('organiser.settings'),
          content: <SettingsTab onDeleted={onDeleted} />,
        },
      ]
        .filter(({ key }) => shown.some((one) => one === key))
        .map((tab) => ({
          ...tab,
          count: tab.key === 'stewards' ? judged.length : (waiting.get(tab.key) ?? 0),
        }))}
    />
  )
}

export function SeasonEditPage() {
  const session = useAccount()
  const { seasonId } = useParams({ from: '/dashboard/seasons/$seasonId/edit' })
  const query = useSeason(seasonId)
  if (!session) return null
  return (
    <PageContent query={query}>
      {(season) => <ForMembers key={season.id} season={season} />}
    </PageContent>
  )
}

/** Only users with a role may edit it. */
function ForMembers({ season }: { readonly season: Season }) {
  const roles = useSeasonRoles(season)
  if (!roles) return <PageSkeleton />
  return roles.length > 0 ? <Editor season={season} roles={roles} /> : <NotFound />
}

interface EditorProps {
  readonly season: Season
  readonly roles: readonly LeagueRole[]
}

function Editor({ season, roles }: EditorProps) {
  const t = useText()
  const navigate = useNavigate()
  const { part } = useSearch({ from: '/dashboard/seasons/$seasonId/edit' })
  const edit = useEdit({
    thing: season,
    queryKey: seasonDetail(season.id).queryKey,
    relatedKey: SEASONS_KEY,
    ...(isAllowed(roles, 'undoChanges') && {
      undo: (version: number) =>
        call(seasonManagement.undo, { params: { seasonId: season.id, version } }),
    }),
  })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={season.name} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="wrap-anywhere">{season.name}</h1>
        <ButtonLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {t('organiser.lookAtIt')}
        </ButtonLink>
      </div>
      {edit.conflict && (
        <ConflictNotice
          changes={edit.conflict}
          nameOf={(id) => namesOfIds(season, t).get(id) ?? null}
          onDismiss={edit.dismissConflict}
        />
      )}
      <EditedSeasonContext value={{ season, edit }}>
        <SeasonEditor
          roles={roles}
          part={part}
          onPart={(next) =>
            void navigate({
              to: '/dashboard/seasons/$seasonId/edit',
              params: { seasonId: season.id },
              search: { part: next },
              replace: true,
              resetScroll: false,
            })
          }
          onDeleted={() => void navigate({ to: '/dashboard/seasons' })}
        />
      </EditedSeasonContext>
    </div>
  )
}
