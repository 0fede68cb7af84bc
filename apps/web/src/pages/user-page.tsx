import type { UserProfile } from '@pitboard/contract/accounts/user'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { liveList } from '../features/live-list/live-queries.ts'
import { SessionList } from '../features/session/session-list.tsx'
import { BestLaps } from '../features/users/best-laps.tsx'
import { UserHeader, UserLeagues } from '../features/users/user-header.tsx'
import { userProfile } from '../features/users/user-query.ts'
import { useText } from '../messages/use-text.ts'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { Section } from '../ui/section.tsx'
import { PageTitle } from '../ui/shell/not-found.tsx'
import { PageContent } from './query-content.tsx'

export function UserPage() {
  const { userId } = useParams({ from: '/user/$userId' })
  return (
    <PageContent query={useQuery(userProfile(userId))}>
      {(user) => <Profile user={user} />}
    </PageContent>
  )
}

function Profile({ user }: { readonly user: UserProfile }) {
  const text = useText()
  const { data: live = [] } = useQuery(liveList)
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={user.username} />
      <UserHeader user={user} isDriving={live.some(({ userId }) => userId === user.id)} />
      <Section title={text('user.recent')}>
        {user.recentSessions.length === 0 ? (
          <EmptyState title={text('user.noSessions')} />
        ) : (
          <SessionList sessions={user.recentSessions} ofOne />
        )}
      </Section>
      {user.bests.length > 0 && <BestLaps bests={user.bests} />}
      {user.leagues.length > 0 && <UserLeagues leagues={user.leagues} />}
    </div>
  )
}
