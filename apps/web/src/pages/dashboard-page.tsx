import { useQuery } from '@tanstack/react-query'
import { useSession } from '../auth/session.ts'
import { DownloadButton } from '../features/downloads/download-button.tsx'
import { SessionList } from '../features/sessions/session-list.tsx'
import { ownSessions } from '../features/sessions/session-queries.ts'
import { useText } from '../messages/use-text.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CardLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { PageError } from '../ui/shell/page-error.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'
import { Prose } from '../ui/shell/prose.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const LINKS = [
  { to: '/dashboard/sessions', label: 'dashboard.sessions', what: 'dashboard.sessionsWhat' },
  { to: '/dashboard/leagues', label: 'dashboard.leagues', what: 'dashboard.leaguesWhat' },
  { to: '/dashboard/seasons', label: 'dashboard.seasons', what: 'dashboard.seasonsWhat' },
  { to: '/dashboard/settings', label: 'dashboard.settings', what: 'dashboard.settingsWhat' },
] as const

const STEPS = [
  'dashboard.recorderStep1',
  'dashboard.recorderStep2',
  'dashboard.recorderStep3',
  'dashboard.recorderStep4',
] as const

export function DashboardPage() {
  const text = useText()
  const session = useSession()
  if (!session) return null
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={text('dashboard.title')} />
      <div className="flex items-center gap-4">
        <Avatar name={session.username} src={session.avatarUrl} />
        <h1 className="min-w-0 text-4xl wrap-anywhere">
          {text('dashboard.hello', { name: session.username })}
        </h1>
      </div>
      <ul className="grid grid-cols-2 gap-3 wide:grid-cols-4">
        {LINKS.map(({ to, label, what }) => (
          <li key={to}>
            <CardLink to={to}>
              <span className="timing text-2xl font-semibold">{text(label)}</span>
              <span className="text-muted">{text(what)}</span>
            </CardLink>
          </li>
        ))}
      </ul>
      <div className="grid items-start gap-9 wide:grid-cols-2">
        <RecentSessions userId={session.userId} />
        <RecorderSteps userId={session.userId} />
      </div>
    </div>
  )
}

function RecentSessions({ userId }: { readonly userId: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery(ownSessions(userId))
  return (
    <Section title={text('dashboard.recent')}>
      {error && <PageError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <EmptyState title={text('dashboard.noRecent')}>{text('dashboard.noRecentWhy')}</EmptyState>
      )}
      {data && data.length > 0 && <SessionList sessions={data} />}
    </Section>
  )
}

function RecorderSteps({ userId }: { readonly userId: string }) {
  const text = useText()
  return (
    <Section title={text('dashboard.recorder')}>
      <ol className="mb-5 flex flex-col gap-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className="timing text-2xl leading-6 font-semibold text-secondary"
            >
              {index + 1}
            </span>
            <Prose>{text(step)}</Prose>
          </li>
        ))}
      </ol>
      <div className="flex flex-col gap-4">
        <CopyField label={text('dashboard.serverAddress')} value={location.origin} />
        <CopyField label={text('dashboard.userId')} value={userId} />
        <div>
          <DownloadButton />
        </div>
      </div>
    </Section>
  )
}
