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
          action: <Answer invitation={invitation} />,
        }))}
      />
    </Section>
  )
}

function invitationWords({ role, invitedByName, expiresAt }: OwnInvitation, t: Text): string {
  const until = t('organiser.invitedUntil', { date: formatDate(expiresAt, t.locale) })
  if (role === 'owner') return `${t('organiser.offersYou', { name: invitedByName })}, ${until}`
  const invites = { name: invitedByName, role: t(`organiser.${role}`) }
  return `${t('organiser.invitesYou', invites)}, ${until}`
}

function Answer({ invitation: { id, leagueName } }: { readonly invitation: OwnInvitation }) {
  const t = useText()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: async (decision: 'acceptInvitation' | 'declineInvitation') => {
      await call(leagueMembers[decision], { params: { invitationId: id } })
      return decision
    },
    onSuccess(decision) {
      const isAccepted = decision === 'acceptInvitation'
      const title = isAccepted
        ? t('organiser.welcome', { league: leagueName })
        : t('organiser.declined')
      void showToast({ title, tone: 'good' })
    },
    onError: (error) => void showToast({ title: refusalText(error, t), tone: 'bad' }),
    // Leagues and seasons that can be seen and edited have changed.
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="small"
        aria-label={t('organiser.acceptOf', { league: leagueName })}
        loading={answer.isPending && answer.variables === 'acceptInvitation'}
        onClick={() => answer.mutate('acceptInvitation')}
      >
        {t('organiser.accept')}
      </Button>
      <Button
        size="small"
        look="plain"
        aria-label={t('organiser.declineOf', { league: leagueName })}
        loading={answer.isPending && answer.variables === 'declineInvitation'}
        onClick={() => answer.mutate('declineInvitation')}
      >
        {t('organiser.decline')}
      </Button>
    </span>
  )
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
        items={data.map(({ leagueId, leagueName, ownerName, role }) => ({
          id: leagueId,
          title: (
            <TextLink to="/leagues/$leagueId" params={{ leagueId }}>
              {leagueName}
            </TextLink>
          ),
          detail: `${t(`organiser.${role}`)} · ${t('organiser.ownedBy', { name: ownerName })}`,
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
