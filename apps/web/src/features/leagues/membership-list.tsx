import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { ownMemberships } from './membership-queries.ts'

/** Leagues of others in which the user has a role; nothing where there are none. */
export function MembershipList({ userId }: { readonly userId: string }) {
  const text = useText()
  const { data = [] } = useQuery(ownMemberships(userId))
  if (data.length === 0) return null
  return (
    <Section title={text('members.memberOf')}>
      <ItemList
        label={text('members.memberOf')}
        items={data.map(({ leagueId, leagueName, ownerName, role }) => ({
          id: leagueId,
          title: (
            <TextLink to="/leagues/$leagueId" params={{ leagueId }}>
              {leagueName}
            </TextLink>
          ),
          detail: `${text(`members.${role}`)} · ${text('members.ownedBy', { name: ownerName })}`,
          action: (
            <ButtonLink
              size="small"
              to="/dashboard/leagues/$leagueId/edit"
              params={{ leagueId }}
              aria-label={`${text('members.edit')}: ${leagueName}`}
            >
              {text('members.edit')}
            </ButtonLink>
          ),
        }))}
      />
    </Section>
  )
}
