import {
  type LeagueMember,
  leagueMembers,
  type LeagueTeam,
} from '@pitboard/contract/leagues/league-members'
import {
  assigningAction,
  type GivenRole,
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
import { roleWords } from '../../leagues/role-words.ts'
import type { MembersProps } from './members-props.ts'
import { SeasonLimit } from './season-limit.tsx'

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
            roleWords(member, t),
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
  const [isLimiting, setIsLimiting] = useState(false)
  const isSelf = member.userId === userId
  const choice = assignableRoles(roles)
  const mayAssign = choice.includes(member.role)
  const params = { leagueId: league.id, userId: member.userId }
  const names = { name: member.username, league: league.name }

  const changed = { done: t('organiser.roleChanged', names), undo: null }
  const sendRole = ({ role, seasonIds }: GivenRole) => {
    const body = { role, seasonIds: seasonIds && [...seasonIds] }
    return (ifMatch: number) => call(leagueMembers.changeRole, { params, body, ifMatch })
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
            onChange={(role) =>
              void edit.runWithToast(sendRole({ role, seasonIds: member.seasonIds }), changed)
            }
          />
        </span>
      )}
      {mayAssign && (
        <Button
          size="small"
          aria-label={t('organiser.seasonsOf', names)}
          onClick={() => setIsLimiting(true)}
        >
          {t('organiser.seasonsOfRole')}
        </Button>
      )}
      {isLimiting && (
        <LimitRole
          leagueId={league.id}
          member={member}
          onSave={(seasonIds) => edit.run(sendRole({ role: member.role, seasonIds }), changed)}
          onClose={() => setIsLimiting(false)}
        />
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
          cancelLabel={t('ui.cancel')}
          confirmLabel={t(isSelf ? 'organiser.leave' : 'organiser.removeMember')}
          onClose={() => setIsAsked(false)}
          onConfirm={remove}
        />
      )}
    </span>
  )
}

interface LimitRoleProps {
  readonly leagueId: string
  readonly member: LeagueMember
  readonly onSave: (seasonIds: readonly string[] | null) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks in which seasons the role of a member counts. */
function LimitRole({ leagueId, member, onSave, onClose }: LimitRoleProps) {
  const t = useText()
  const [seasonIds, setSeasonIds] = useState<readonly string[] | null>(member.seasonIds)
  return (
    <ConfirmDialog
      title={t('organiser.seasonsOf', { name: member.username })}
      description={roleWords(member, t)}
      cancelLabel={t('ui.cancel')}
      confirmLabel={t('organiser.save')}
      look="primary"
      isReady={seasonIds?.length !== 0}
      onClose={onClose}
      onConfirm={() => onSave(seasonIds)}
    >
      <SeasonLimit leagueId={leagueId} value={seasonIds} onChange={setSeasonIds} />
    </ConfirmDialog>
  )
}
