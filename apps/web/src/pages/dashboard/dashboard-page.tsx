import { whenKnown } from '../../state/when-known.ts'
import { OwnSeasonOffers, ownSeasonOffers } from '../../features/season/own-season-offers.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useAccount } from '../../auth/account.ts'
import { openAttendance } from '../../features/attendance/attendance-queries.ts'
import { OpenAnswers } from '../../features/attendance/open-answers.tsx'
import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { drivenSeasons } from '../../features/driver-home/driver-home-query.ts'
import { OwnSeasonSection } from '../../features/driver-home/own-season-section.tsx'
import { FirstRunSteps } from '../../features/first-run/first-run-steps.tsx'
import { ownRecorderStatus } from '../../features/first-run/recorder-status-query.ts'
import { ownMemberships } from '../../features/leagues/membership-queries.ts'
import { ownLeagues } from '../../features/leagues/own-league-queries.ts'
import {
  MembershipList,
  OwnInvitations,
  ownInvitations,
} from '../../features/leagues/own-memberships.tsx'
import { lastOwnSessions } from '../../features/my-sessions/my-session-queries.ts'
import { newestOwnSeasons, seasonWork } from '../../features/season/own-season-queries.ts'
import { OrganiserWork } from '../../features/season/own-season-work.tsx'
import { LiveSeasons } from '../../features/season/overview/live-seasons.tsx'
import { OwnSeasonList } from '../../features/season/overview/season-cards.tsx'
import { seasonDetail } from '../../features/season/season-queries.ts'
import { SessionList } from '../../features/session/session-list.tsx'
import { pendingCases } from '../../features/stewards/steward-queries.ts'
import { useText } from '../../messages/use-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { AnotherRecorder } from './another-recorder.tsx'
import { findHomeStep } from './home-step.ts'
import { Newcomer } from './newcomer.tsx'
import { NextRace } from './next-race.tsx'
import { NextStep } from './next-step.tsx'

const PendingCases = lazyPart(
  async () => (await import('../../features/stewards/pending-cases.tsx')).PendingCases,
  { texts: ['stewards'], fallback: null },
)

export function DashboardPage() {
  const t = useText()
  const session = useAccount()
  if (!session) return null
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={t('dashboard.title')} />
      <div className="flex items-center gap-4">
        <Avatar name={session.username} src={session.avatarUrl} />
        <h1 className="min-w-0 wrap-anywhere">
          {t('dashboard.hello', { name: session.username })}
        </h1>
      </div>
      <Home userId={session.userId} />
    </div>
  )
}

/** Shows what drivers come back for, and what waits for organisers; new users see the first step. */
function Home({ userId }: { readonly userId: string }) {
  const home = useHome(userId)
  const areMessagesPending = useMessagesPending()
  // What stands above the rest would move it if it came later.
  if (home.isPending || areMessagesPending) {
    return (
      <Columns side={<Skeleton className="h-96" />}>
        <Skeleton className="h-96" />
      </Columns>
    )
  }
  const { status, season, nextEvent, hasSessions, isDriver, isOrganiser } = home
  const messages = <Messages exceptEventId={nextEvent?.id ?? null} />
  if (!hasSessions && !isDriver && !isOrganiser) {
    return (
      <>
        {messages}
        <Newcomer />
      </>
    )
  }
  const step = findHomeStep(home)
  // A user who has paired a recorder is led on to the first race.
  const isBegun = status?.isPaired === true && status.liveSessionId === null && !hasSessions
  const own = (
    <>
      <Seasons />
      <MembershipList userId={userId} />
      {isBegun && <FirstRunSteps download={<DownloadButton look="secondary" />} />}
      {hasSessions && <AnotherRecorder />}
    </>
  )
  // What waits is what a user who only organises comes for.
  if (!hasSessions && !isDriver) {
    return (
      <HomeColumns
        first={step && <NextStep step={step} userId={userId} />}
        last={messages}
        aside={own}
      />
    )
  }
  return (
    <HomeColumns
      first={
        <>
          {season && <LiveSeasons seasons={[season]} />}
          {step && <NextStep step={step} userId={userId} />}
          {season && nextEvent?.startsAt && (
            <NextRace
              season={season}
              event={nextEvent}
              startsAt={nextEvent.startsAt}
              userId={userId}
              others={home.otherSeasons}
            />
          )}
        </>
      }
      last={
        <>
          {season && <OwnSeasonSection season={season} userId={userId} paces={home.races} />}
          {hasSessions && <LastSessions />}
        </>
      }
      asideFirst={messages}
      aside={own}
    />
  )
}

function useHome(userId: string) {
  const last = useQuery(lastOwnSessions)
  const status = useQuery(ownRecorderStatus)
  const seasons = useQuery(newestOwnSeasons)
  const leagues = useQuery(ownLeagues(userId, 1))
  const memberships = useQuery(ownMemberships(userId))
  const driven = useQuery(drivenSeasons)
  const [first, ...otherSeasons] = driven.data?.seasons ?? []
  const season = useQuery(whenKnown(first?.seasonId, seasonDetail))
  const ownsLeague = (leagues.data?.count ?? 0) > 0
  return {
    isPending:
      [last, status, seasons, leagues, memberships, driven].some((query) => query.isPending) ||
      (first !== undefined && season.isPending),
    status: status.data,
    seasons: seasons.data,
    season: season.data,
    nextEvent: season.data?.events.find(({ id }) => id === first?.nextEvent?.eventId),
    otherSeasons,
    races: driven.data?.races ?? [],
    ownsLeague,
    isDriver: first !== undefined,
    isOrganiser:
      ownsLeague || (seasons.data?.totalElements ?? 0) > 0 || (memberships.data?.length ?? 0) > 0,
    // A list that could not be read does not make a user a newcomer.
    hasSessions: status.data?.hasRecorded === true || last.data?.totalElements !== 0,
  }
}

function useMessagesPending(): boolean {
  const queries = [
    useQuery(ownInvitations),
    useQuery(ownSeasonOffers),
    useQuery(seasonWork(null)),
    useQuery(pendingCases),
    useQuery(openAttendance),
  ]
  return queries.some(({ isPending }) => isPending)
}

interface MessagesProps {
  /** The page asks about it elsewhere. */
  readonly exceptEventId: string | null
}

/** Shows what waits for the user; shows nothing where nothing does. */
function Messages({ exceptEventId }: MessagesProps) {
  return (
    <>
      <OwnInvitations />
      <OwnSeasonOffers />
      <OrganiserWork />
      <PendingCases />
      <OpenAnswers exceptEventId={exceptEventId} />
    </>
  )
}

interface HomeColumnsProps {
  readonly first: ReactNode
  readonly last: ReactNode
  /** This part of the side column comes before `last` if the page has one column. */
  readonly asideFirst?: ReactNode
  readonly aside: ReactNode
}

/**
 * Shows two columns as on other pages, of parts that may be empty; in one column what waits comes second. Where nothing
 * stands in the wide column, the other one has all of the width.
 */
function HomeColumns({ first, last, asideFirst, aside }: HomeColumnsProps) {
  const part = 'flex min-w-0 flex-col gap-9 empty:hidden'
  const column = 'contents wide:flex wide:min-w-0 wide:flex-col wide:gap-9'
  return (
    <div className="flex flex-col gap-9 wide:has-[>:first-child>:not(:empty)]:grid wide:grid-cols-[minmax(0,1fr)_minmax(19rem,32%)] wide:gap-x-8">
      <div className={column}>
        <div className={part}>{first}</div>
        <div className={`${part} order-1 wide:order-none`}>{last}</div>
      </div>
      <div className={column}>
        <div className={part}>{asideFirst}</div>
        <div className={`${part} order-2 wide:order-none`}>{aside}</div>
      </div>
    </div>
  )
}

function LastSessions() {
  const t = useText()
  const last = useQuery(lastOwnSessions)
  const { refetch } = last
  // The first session is stored while the page is open.
  const isBehind = last.data?.totalElements === 0
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  return (
    <Section
      title={t('dashboard.recent')}
      actions={<TextLink to="/dashboard/sessions">{t('dashboard.allSessions')}</TextLink>}
    >
      <QueryContent query={last} placeholder={null}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Skeleton className="h-24" />
          ) : (
            <SessionList sessions={sessions} ofOne />
          )
        }
      </QueryContent>
    </Section>
  )
}

function Seasons() {
  const t = useText()
  const query = useQuery(newestOwnSeasons)
  if (query.data?.totalElements === 0) return null
  return (
    <Section
      title={t('organiser.yourSeasons')}
      actions={<TextLink to="/dashboard/seasons">{t('dashboard.allSeasons')}</TextLink>}
    >
      <QueryContent query={query} placeholder={<Skeleton className="h-48" />}>
        {({ seasons }) => <OwnSeasonList seasons={seasons} />}
      </QueryContent>
    </Section>
  )
}
