import { leagueMembers, type OwnInvitation } from '@pitboard/contract/leagues/league-members'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { AnswerInvitation } from '../../changes/answer-invitation.tsx'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { LEAGUES_KEY } from './league-queries.ts'
import { ownMemberships } from './membership-queries.ts'
import { roleWords } from './role-words.ts'

export const ownInvitations = queryOptions({
  queryKey: [...LEAGUES_KEY, 'invitations'],
  queryFn: ({ signal }) => call(leagueMembers.ownInvitations, { signal }),
  refetchInterval: 60_000,
})

/** Lists open invitations of the user; shows nothing where there are none. */
export function OwnInvitations() {
  const t = useText()
  const { data = [] } = useQuery(ownInvitations)
  if (data.length === 0) return null
  return (
    <Section title={t('organiser.yourInvitations')}>
      <ItemList
        label={t('organiser.yourInvitations')}
        items={data.map((invitation) => ({
          id: invitation.id,
          title: invitation.leagueName,
          detail: invitationWords(invitation, t),
          action: (
            <AnswerInvitation
              name={invitation.leagueName}
              welcome={t('organiser.welcome', { league: invitation.leagueName })}
              accept={() => answer('acceptInvitation', invitation)}
              decline={() => answer('declineInvitation', invitation)}
            />
          ),
        }))}
      />
    </Section>
  )
}

function answer(decision: 'acceptInvitation' | 'declineInvitation', { id }: OwnInvitation) {
  return call(leagueMembers[decision], { params: { invitationId: id } })
}

function invitationWords(
  { role, seasonIds, invitedByName, expiresAt }: OwnInvitation,
  t: Text,
): string {
  const until = t('organiser.invitedUntil', { date: formatDate(expiresAt, t.locale) })
  if (role === 'owner') return `${t('organiser.offersYou', { name: invitedByName })}, ${until}`
  const invites = { name: invitedByName, role: roleWords({ role, seasonIds }, t) }
  return `${t('organiser.invitesYou', invites)}, ${until}`
}

/** Lists leagues of others in which the user has a role; shows nothing where there are none. */
export function MembershipList({ userId }: { readonly userId: string }) {
  const t = useText()
  const { data = [] } = useQuery(ownMemberships(userId))
  if (data.length === 0) return null
  return (
    <Section title={t('organiser.memberOf')}>
      <ItemList
        label={t('organiser.memberOf')}
        items={data.map(({ leagueId, leagueName, ownerName, role, seasonIds }) => ({
          id: leagueId,
          title: (
            <TextLink to="/leagues/$leagueId" params={{ leagueId }}>
              {leagueName}
            </TextLink>
          ),
          detail: `${roleWords({ role, seasonIds }, t)} · ${t('organiser.ownedBy', { name: ownerName })}`,
          action: (
            <ButtonLink
              size="small"
              to="/dashboard/leagues/$leagueId/edit"
              params={{ leagueId }}
              aria-label={`${t('organiser.edit')}: ${leagueName}`}
            >
              {t('organiser.edit')}
            </ButtonLink>
          ),
        }))}
      />
    </Section>
  )
}
