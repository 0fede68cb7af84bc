import { leagueMembers, type LeagueTeam } from '@pitboard/contract/leagues/league-members'
import { assigningAction, isAllowed } from '@pitboard/contract/leagues/league-roles'
import { call } from '../../../api/call.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatDate } from '../../../timing/format-date.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ItemList } from '../../../ui/lists/item-list.tsx'
import { roleWords } from '../../leagues/role-words.ts'
import type { MembersProps } from './members-props.ts'

interface OpenInvitationsProps extends MembersProps {
  readonly team: LeagueTeam
}

/** Lists invitations that wait for an answer; shows nothing where there are none. */
export function OpenInvitations({ league, edit, roles, team }: OpenInvitationsProps) {
  const t = useText()
  if (team.invitations.length === 0) return null

  async function revoke(invitationId: string) {
    const params = { leagueId: league.id, invitationId }
    await edit.runWithToast(
      (ifMatch) => call(leagueMembers.revokeInvitation, { params, ifMatch }),
      { done: t('organiser.revoked') },
    )
  }

  return (
    <div className="flex flex-col gap-3">
      <h3>{t('organiser.openInvitations')}</h3>
      <ItemList
        label={t('organiser.openInvitations')}
        items={team.invitations.map(
          ({ id, username, role, seasonIds, invitedByName, expiresAt }) => ({
            id,
            title: username,
            detail: [
              role === 'owner' ? t('organiser.ownership') : roleWords({ role, seasonIds }, t),
              t('organiser.invitedBy', {
                name: invitedByName,
                date: formatDate(expiresAt, t.locale),
              }),
            ].join(' · '),
            action: isAllowed(roles, assigningAction(role)) && (
              <Button
                size="small"
                aria-label={t('organiser.revokeOf', { name: username })}
                onClick={() => void revoke(id)}
              >
                {t('organiser.revokeInvitation')}
              </Button>
            ),
          }),
        )}
      />
    </div>
  )
}
