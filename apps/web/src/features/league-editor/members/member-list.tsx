import {
  type LeagueMember,
  leagueMembers,
  type LeagueTeam,
} from '@pitboard/contract/leagues/league-members'
import {
  assigningAction,
  isAllowed,
  type LeagueRole,
  MEMBER_ROLES,
  type MemberRole,
} from '@pitboard/contract/leagues/league-roles'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatDate } from '../../../timing/format-date.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextLink } from '../../../ui/buttons/link.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { ItemList } from '../../../ui/lists/item-list.tsx'
import type { MembersProps } from './members-props.ts'

interface MemberListProps extends MembersProps {
  readonly team: LeagueTeam
}

/** Lists the owner and the members, with what the user may do with each. */
export function MemberList({ team, ...props }: MemberListProps) {
  const t = useText()
  const { owner, members } = team
  const name = (user: { readonly userId: string; readonly username: string }) => (
    <>
      <TextLink to="/user/$userId" params={{ userId: user.userId }}>
        {user.username}
      </TextLink>
      {user.userId === props.userId && <span className="text-muted">({t('organiser.isYou')})</span>}
    </>
  )
  return (
    <ItemList
      label={t('organiser.members')}
      items={[
        { id: owner.userId, title: name(owner), detail: t('organiser.owner') },
        ...members.map((member) => ({
          id: member.userId,
          title: name(member),
          detail: [
            t(`organiser.${member.role}`),
            t('organiser.memberSince', { date: formatDate(member.since, t.locale) }),
          ].join(' · '),
          action: <MemberActions {...props} member={member} />,
        })),
      ]}
    />
  )
}

/** Returns the roles that the user may give and take away. */
export function assignableRoles(roles: readonly LeagueRole[]): MemberRole[] {
  return MEMBER_ROLES.filter((role) => isAllowed(roles, assigningAction(role)))
}

interface MemberActionsProps extends MembersProps {
  readonly member: LeagueMember
}

function MemberActions({ league, edit, userId, roles, onLeft, member }: MemberActionsProps) {
  const t = useText()
  const [isAsked, setIsAsked] = useState(false)
  const isSelf = member.userId === userId
  const choice = assignableRoles(roles)
  const mayAssign = choice.includes(member.role)
  const params = { leagueId: league.id, userId: member.userId }
  const names = { name: member.username, league: league.name }

  async function changeRole(role: MemberRole) {
    await edit.runWithToast(
      (ifMatch) => call(leagueMembers.changeRole, { params, body: { role }, ifMatch }),
      { done: t('organiser.roleChanged', names), undo: null },
    )
  }

  async function remove() {
    if (!isSelf) {
      await edit.run((ifMatch) => call(leagueMembers.removeMember, { params, ifMatch }), {
        done: t('organiser.memberWasRemoved', names),
        undo: null,
      })
      return
    }
    // The league may be hidden from the user from then on.
    await call(leagueMembers.removeMember, { params })
    onLeft()
  }

  if (!isSelf && !mayAssign) return null
  return (
    <span className="flex flex-wrap items-center gap-2">
      {mayAssign && (
        <span className="w-44">
          <Select
            label={t('organiser.memberRoleOf', names)}
            options={choice.map((role) => ({ value: role, label: t(`organiser.${role}`) }))}
            value={member.role}
            onChange={(role) => void changeRole(role)}
          />
        </span>
      )}
      <Button
        look="danger"
        size="small"
        {...(!isSelf && { 'aria-label': `${t('organiser.removeMember')}: ${member.username}` })}
        onClick={() => setIsAsked(true)}
      >
        {t(isSelf ? 'organiser.leave' : 'organiser.removeMember')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t(isSelf ? 'organiser.leaveTitle' : 'organiser.removeTitle', names)}
          description={t(isSelf ? 'organiser.leaveWhy' : 'organiser.removeWhy', names)}
          cancelLabel={t('organiser.cancel')}
          confirmLabel={t(isSelf ? 'organiser.leave' : 'organiser.removeMember')}
          onClose={() => setIsAsked(false)}
          onConfirm={remove}
        />
      )}
    </span>
  )
}
