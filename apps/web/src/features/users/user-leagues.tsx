import type { UserProfile } from '@pitboard/contract/user'
import { useText } from '../../messages/use-text.ts'
import { CardLink } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'

export function UserLeagues({ leagues }: Pick<UserProfile, 'leagues'>) {
  const text = useText()
  return (
    <Section title={text('user.leagues')}>
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
        {leagues.map(({ id, name, description }) => (
          <li key={id}>
            <CardLink to="/leagues/$leagueId" params={{ leagueId: id }}>
              <span className="timing text-2xl font-semibold wrap-anywhere">{name}</span>
              <span className="line-clamp-2 text-muted wrap-anywhere">{description}</span>
            </CardLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
