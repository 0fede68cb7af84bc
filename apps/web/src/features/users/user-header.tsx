import type { UserProfile } from '@pitboard/contract/accounts/user'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink, CardLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'

interface UserHeaderProps {
  readonly user: UserProfile
  /** A session of theirs can be watched now. */
  readonly isDriving: boolean
}

export function UserHeader({ user, isDriving }: UserHeaderProps) {
  const text = useText()
  const { sessions, races, leagues } = user.counts
  const facts = [
    [text('user.sessionCount', { count: sessions }), sessions],
    [text('user.raceCount', { count: races }), races],
    [text('user.leagueCount', { count: leagues }), leagues],
  ] as const
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <Avatar name={user.username} src={user.avatarUrl} size="large" />
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="wrap-anywhere">{user.username}</h1>
        <p className="text-muted">
          {text('user.since', { date: formatDate(user.createdAt, text.locale) })}
        </p>
      </div>
      {isDriving && (
        <ButtonLink to="/liveUser/$userId" params={{ userId: user.id }}>
          {text('user.live')}
        </ButtonLink>
      )}
      <ul className="grid w-full grid-cols-3 gap-3">
        {facts.map(([words, number]) => (
          <li key={words} className="rounded-l border border-line bg-panel px-4 py-3">
            <span className="timing block text-figure font-semibold">
              {new Intl.NumberFormat(text.locale).format(number)}
            </span>{' '}
            <span className="text-small text-muted">{words}</span>
          </li>
        ))}
      </ul>
    </header>
  )
}

export function UserLeagues({ leagues }: Pick<UserProfile, 'leagues'>) {
  const text = useText()
  return (
    <Section title={text('user.leagues')}>
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
        {leagues.map(({ id, name, description }) => (
          <li key={id}>
            <CardLink to="/leagues/$leagueId" params={{ leagueId: id }}>
              <span className="timing text-section font-semibold wrap-anywhere">{name}</span>
              <span className="line-clamp-2 text-muted wrap-anywhere">{description}</span>
            </CardLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
