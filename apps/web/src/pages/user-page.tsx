import type { UserProfile } from '@pitboard/contract/accounts/user'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAccount } from '../auth/account.ts'
import { LeagueLogo } from '../features/leagues/league-pictures.tsx'
import { liveList } from '../features/live-list/live-queries.ts'
import { SessionList } from '../features/session/session-list.tsx'
import { BestLaps } from '../features/users/best-laps.tsx'
import { UserHero } from '../features/users/user-hero.tsx'
import { UserLeagues, UserSeasons, UserTeams, UserTracks } from '../features/users/user-lists.tsx'
import { userProfile } from '../features/users/user-query.ts'
import { useText } from '../messages/use-text.ts'
import { ButtonLink, TextLink } from '../ui/buttons/link.tsx'
import { Columns } from '../ui/layout/columns.tsx'
import { Section } from '../ui/section.tsx'
import { PageTitle } from '../ui/shell/not-found.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { Skeleton } from '../ui/states/page-skeleton.tsx'
import { PageContent, PartProblem } from '../ui/shell/query-content.tsx'

const CareerSection = lazyPart(
  async () => (await import('../features/users/career-section.tsx')).CareerSection,
  { texts: ['drivers'], fallback: <Skeleton className="h-96" /> },
)

export function UserPage() {
  const { userId } = useParams({ from: '/user/$userId' })
  return (
    <PageContent query={useQuery(userProfile(userId))}>
      {(user) => <Profile user={user} />}
    </PageContent>
  )
}

function Profile({ user }: { readonly user: UserProfile }) {
  const lives = useQuery(liveList)
  const live = lives.data ?? []
  const { teams, tracks, bests, seasons, leagues } = user
  const hasSessions = user.recentSessions.length > 0
  const hasSide = hasSessions || seasons.length + leagues.length > 0
  const side = (
    <>
      <UserTeams teams={teams} />
      <UserTracks tracks={tracks} bests={bests} />
      <UserSeasons seasons={seasons} />
      <UserLeagues
        leagues={leagues}
        renderLogo={(league) => <LeagueLogo league={{ ...league, isPublic: true }} size="small" />}
      />
    </>
  )
  const main = (
    <>
      {hasSessions ? <Results user={user} /> : <NothingYet userId={user.id} />}
      <CareerSection userId={user.id} />
    </>
  )
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={user.username} />
      <PartProblem query={lives} />
      <UserHero user={user} isDriving={live.some(({ userId }) => userId === user.id)} />
      {hasSide ? <Columns side={side}>{main}</Columns> : main}
    </div>
  )
}

function Results({ user }: { readonly user: UserProfile }) {
  const t = useText()
  return (
    <>
      <Section title={t('user.recent')}>
        <SessionList sessions={user.recentSessions} ofOne />
      </Section>
      {user.bests.length > 0 && (
        <div className="flex flex-col gap-2">
          <BestLaps bests={user.bests} />
          <TextLink to="/records">{t('user.records')}</TextLink>
        </div>
      )}
    </>
  )
}

/** The page of a new user says what will be here, and to themselves how it comes about. */
function NothingYet({ userId }: { readonly userId: string }) {
  const t = useText()
  const isOwn = useAccount()?.userId === userId
  if (!isOwn) return <p className="text-muted">{t('user.noSessions')}</p>
  return (
    <EmptyState
      title={t('user.ownEmpty')}
      action={
        <ButtonLink look="primary" to="/dashboard">
          {t('user.ownEmptyAction')}
        </ButtonLink>
      }
    >
      {t('user.ownEmptyWhy')}
    </EmptyState>
  )
}
