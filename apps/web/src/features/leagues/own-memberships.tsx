import { leagueMembers, type OwnInvitation } from '@pitboard/contract/leagues/league-members'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Text } from '../../messages/create-text.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { LEAGUES_KEY } from './league-queries.ts'
import { ownMemberships } from './membership-queries.ts'

const ownInvitations = queryOptions({
  queryKey: [...LEAGUES_KEY, 'invitations'],
  queryFn: ({ signal }) => call(leagueMembers.ownInvitations, { signal }),
  refetchInterval: 60_000,
})

/** Open invitations of the user; nothing where there are none. */
export function OwnInvitations() {
  const text = useText()
  const { data = [] } = useQuery(ownInvitations)
  if (data.length === 0) return null
  return (
    <Section title={text('organiser.yourInvitations')}>
      <ItemList
        label={text('organiser.yourInvitations')}
        items={data.map((invitation) => ({
          id: invitation.id,
          title: invitation.leagueName,
          detail: invitationWords(invitation, text),
          action: <Answer invitation={invitation} />,
        }))}
      />
    </Section>
  )
}

function invitationWords({ role, invitedByName, expiresAt }: OwnInvitation, text: Text): string {
  const until = text('organiser.invitedUntil', { date: formatDate(expiresAt, text.locale) })
  if (role === 'owner') return `${text('organiser.offersYou', { name: invitedByName })}, ${until}`
  const invites = { name: invitedByName, role: text(`organiser.${role}`) }
  return `${text('organiser.invitesYou', invites)}, ${until}`
}

function Answer({ invitation: { id, leagueName } }: { readonly invitation: OwnInvitation }) {
  const text = useText()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: async (decision: 'acceptInvitation' | 'declineInvitation') => {
      await call(leagueMembers[decision], { params: { invitationId: id } })
      return decision
    },
    onSuccess(decision) {
      const isAccepted = decision === 'acceptInvitation'
      const title = isAccepted
        ? text('organiser.welcome', { league: leagueName })
        : text('organiser.declined')
      void showToast({ title, tone: 'good' })
    },
    onError: (error) => void showToast({ title: refusalText(error, text), tone: 'bad' }),
    // Leagues and seasons that can be seen and edited have changed.
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="small"
        look="primary"
        aria-label={text('organiser.acceptOf', { league: leagueName })}
        loading={answer.isPending && answer.variables === 'acceptInvitation'}
        onClick={() => answer.mutate('acceptInvitation')}
      >
        {text('organiser.accept')}
      </Button>
      <Button
        size="small"
        aria-label={text('organiser.declineOf', { league: leagueName })}
        loading={answer.isPending && answer.variables === 'declineInvitation'}
        onClick={() => answer.mutate('declineInvitation')}
      >
        {text('organiser.decline')}
      </Button>
    </span>
  )
}

/** Leagues of others in which the user has a role; nothing where there are none. */
export function MembershipList({ userId }: { readonly userId: string }) {
  const text = useText()
  const { data = [] } = useQuery(ownMemberships(userId))
  if (data.length === 0) return null
  return (
    <Section title={text('organiser.memberOf')}>
      <ItemList
        label={text('organiser.memberOf')}
        items={data.map(({ leagueId, leagueName, ownerName, role }) => ({
          id: leagueId,
          title: (
            <TextLink to="/leagues/$leagueId" params={{ leagueId }}>
              {leagueName}
            </TextLink>
          ),
          detail: `${text(`organiser.${role}`)} · ${text('organiser.ownedBy', { name: ownerName })}`,
          action: (
            <ButtonLink
              size="small"
              to="/dashboard/leagues/$leagueId/edit"
              params={{ leagueId }}
              aria-label={`${text('organiser.edit')}: ${leagueName}`}
            >
              {text('organiser.edit')}
            </ButtonLink>
          ),
        }))}
      />
    </Section>
  )
}
