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
import type { MembersProps } from './members-section.tsx'

interface MemberListProps extends MembersProps {
  readonly team: LeagueTeam
}

/** The owner and the members, with what the user may do with each. */
export function MemberList({ team, ...props }: MemberListProps) {
  const text = useText()
  const { owner, members } = team
  const name = (user: { readonly userId: string; readonly username: string }) => (
    <>
      <TextLink to="/user/$userId" params={{ userId: user.userId }}>
        {user.username}
      </TextLink>
      {user.userId === props.userId && <span className="text-muted">({text('members.you')})</span>}
    </>
  )
  return (
    <ItemList
      label={text('members.title')}
      items={[
        { id: owner.userId, title: name(owner), detail: text('members.owner') },
        ...members.map((member) => ({
          id: member.userId,
          title: name(member),
          detail: [
            text(`members.${member.role}`),
            text('members.since', { date: formatDate(member.since, text.locale) }),
          ].join(' · '),
          action: <MemberActions {...props} member={member} />,
        })),
      ]}
    />
  )
}

/** Roles that the user may give and take away. */
export function assignableRoles(roles: readonly LeagueRole[]): MemberRole[] {
  return MEMBER_ROLES.filter((role) => isAllowed(roles, assigningAction(role)))
}

interface MemberActionsProps extends MembersProps {
  readonly member: LeagueMember
}

function MemberActions({ league, edit, userId, roles, onLeft, member }: MemberActionsProps) {
  const text = useText()
  const [isAsked, setIsAsked] = useState(false)
  const isSelf = member.userId === userId
  const choice = assignableRoles(roles)
  const mayAssign = choice.includes(member.role)
  const params = { leagueId: league.id, userId: member.userId }
  const names = { name: member.username, league: league.name }

  async function changeRole(role: MemberRole) {
    await edit.runWithToast(
      (ifMatch) => call(leagueMembers.changeRole, { params, body: { role }, ifMatch }),
      { done: text('members.roleChanged', names), undo: null },
    )
  }

  async function remove() {
    if (!isSelf) {
      return edit.run((ifMatch) => call(leagueMembers.removeMember, { params, ifMatch }), {
        done: text('members.removed', names),
        undo: null,
      })
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
            label={text('members.roleOf', names)}
            options={choice.map((role) => ({ value: role, label: text(`members.${role}`) }))}
            value={member.role}
            onChange={(role) => void changeRole(role)}
          />
        </span>
      )}
      <Button
        look="danger"
        size="small"
        {...(!isSelf && { 'aria-label': `${text('members.remove')}: ${member.username}` })}
        onClick={() => setIsAsked(true)}
      >
        {text(isSelf ? 'members.leave' : 'members.remove')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={text(isSelf ? 'members.leaveTitle' : 'members.removeTitle', names)}
          description={text(isSelf ? 'members.leaveWhy' : 'members.removeWhy', names)}
          cancelLabel={text('members.cancel')}
          confirmLabel={text(isSelf ? 'members.leave' : 'members.remove')}
          onClose={() => setIsAsked(false)}
          onConfirm={remove}
        />
      )}
    </span>
  )
}
