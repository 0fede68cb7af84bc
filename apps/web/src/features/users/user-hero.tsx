import type { UserProfile } from '@pitboard/contract/accounts/user'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { RoleButtons } from '../../timing/role-buttons.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Hero } from '../../ui/layout/hero.tsx'
import { RecentForm } from './recent-form.tsx'

const FIGURES = [
  { key: 'wins', name: 'user.wins' },
  { key: 'podiums', name: 'user.podiums' },
  { key: 'races', name: 'user.races' },
  { key: 'poles', name: 'user.poles' },
  { key: 'fastestLaps', name: 'user.fastestLaps' },
] as const

interface UserHeroProps {
  readonly user: UserProfile
  /** A session of theirs can be watched now. */
  readonly isDriving: boolean
}

/** The head shows who the user is, what they have won, and how their last races went. */
export function UserHero({ user, isDriving }: UserHeroProps) {
  const t = useText()
  const number = new Intl.NumberFormat(t.locale)
  const { counts, recentRaces } = user
  return (
    <Hero
      eyebrow={t('user.since', { date: formatDate(user.createdAt, t.locale) })}
      title={
        <>
          <Avatar name={user.username} src={user.avatarUrl} size="large" />
          {user.username}
          {isDriving && (
            <Badge tone="live" solid>
              {t('user.driving')}
            </Badge>
          )}
        </>
      }
      actions={
        <>
          {isDriving && (
            <ButtonLink look="primary" to="/liveUser/$userId" params={{ userId: user.id }}>
              {t('user.live')}
            </ButtonLink>
          )}
          <RoleButtons name={user.username} />
        </>
      }
      beside={recentRaces.length > 0 ? <RecentForm races={recentRaces} /> : undefined}
    >
      {counts.races > 0 && (
        <Figures>
          {FIGURES.map(({ key, name }) => (
            <Figure key={key} name={t(name)}>
              {number.format(counts[key])}
            </Figure>
          ))}
        </Figures>
      )}
    </Hero>
  )
}
