import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Account, useAccount } from '../../auth/account.ts'
import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { FirstRunSteps } from '../../features/first-run/first-run-steps.tsx'
import { ownRecorderStatus } from '../../features/first-run/recorder-status-query.ts'
import { OrganiserWork } from '../../features/season/own-season-work.tsx'
import { OwnSeasonList } from '../../features/season/overview/season-cards.tsx'
import { newestOwnSeasons, seasonWork } from '../../features/season/own-season-queries.ts'
import { lastOwnSessions } from '../../features/my-sessions/my-session-queries.ts'
import { SessionList } from '../../features/session/session-list.tsx'
import { useText } from '../../messages/use-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { OwnInvitations } from '../../features/leagues/own-memberships.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { OpenAnswers } from '../../features/attendance/open-answers.tsx'
import { AnotherRecorder } from './another-recorder.tsx'
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
      <OwnInvitations />
      <PendingCases />
      <OpenAnswers />
      <Overview userId={session.userId} />
    </div>
  )
}

/** New users see the first steps, all others the next one and their last sessions. */
function Overview({ userId }: Pick<Account, 'userId'>) {
  const t = useText()
  const last = useQuery(lastOwnSessions)
  const { data, refetch } = last
  const { data: status, isPending: isStatusPending } = useQuery(ownRecorderStatus)
  const { data: seasons, isPending: areSeasonsPending } = useQuery(newestOwnSeasons)
  const { isPending: isWorkPending } = useQuery(seasonWork(null))
  const hasRecorded = status?.hasRecorded === true
  const hasSessions = hasRecorded || data?.totalElements !== 0
  // The first session is stored while the page is open.
  const isBehind = hasRecorded && data?.totalElements === 0
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  // The next step and what waits stand above the rest, which would move if they came later.
  if (last.isPending || isStatusPending || areSeasonsPending || isWorkPending) {
    return (
      <Columns side={<Skeleton className="h-96" />}>
        <Skeleton className="h-96" />
      </Columns>
    )
  }
  if (!hasSessions) {
    const isOrganiser = (seasons?.totalElements ?? 0) > 0
    const steps = (
      <FirstRunSteps download={<DownloadButton look={isOrganiser ? 'secondary' : 'primary'} />} />
    )
    return (
      <>
        <NextStep userId={userId} hasSessions={false} />
        <OrganiserWork />
        {/* Who runs a season may never record: the first race is beside it then. */}
        {isOrganiser ? (
          <Columns side={steps}>
            <Seasons />
          </Columns>
        ) : (
          <Columns
            side={
              <Section title={t('dashboard.recent')}>
                <EmptyState title={t('dashboard.noRecent')}>
                  {t('dashboard.noRecentWhy')}
                </EmptyState>
              </Section>
            }
          >
            {steps}
          </Columns>
        )}
      </>
    )
  }
  const isSeasonLive = seasons?.seasons.some(({ isLive }) => isLive) === true
  return (
    <>
      <NextStep userId={userId} hasSessions />
      <OrganiserWork />
      {isSeasonLive && <Seasons />}
      <Columns
        side={
          <>
            {!isSeasonLive && <Seasons />}
            <AnotherRecorder />
          </>
        }
      >
        <Section
          title={t('dashboard.recent')}
          actions={<TextLink to="/dashboard/sessions">{t('dashboard.allSessions')}</TextLink>}
        >
          <QueryContent query={last} placeholder={null}>
            {({ sessions }) => <SessionList sessions={sessions} ofOne />}
          </QueryContent>
        </Section>
      </Columns>
    </>
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
