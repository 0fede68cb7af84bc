import { leagueMembers, type LeagueTeam } from '@pitboard/contract/leagues/league-members'
import type { MemberRole } from '@pitboard/contract/leagues/league-roles'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatDate } from '../../../timing/format-date.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { ItemList } from '../../../ui/lists/item-list.tsx'
import { roleWords } from '../../leagues/role-words.ts'
import { assignableRoles } from './member-list.tsx'
import type { MembersProps } from './members-props.ts'
import { RoleField } from './role-field.tsx'
import { SeasonLimit } from './season-limit.tsx'

const DAYS = ['1', '7', '30'] as const
const USES = ['1', '5', '20', '50'] as const

interface InvitationLinksProps extends MembersProps {
  readonly team: LeagueTeam
}

/** Users join with these links; the code of a link is shown once. */
export function InvitationLinks(props: InvitationLinksProps) {
  const t = useText()
  const { league, edit, roles, team } = props
  const [address, setAddress] = useState<string | null>(null)
  const mayRevoke = assignableRoles(roles)

  async function revoke(role: MemberRole) {
    const params = { leagueId: league.id, role }
    const isDone = await edit.runWithToast(
      (ifMatch) => call(leagueMembers.revokeLink, { params, ifMatch }),
      { done: t('organiser.linkRevoked'), undo: null },
    )
    if (isDone) setAddress(null)
  }

  return (
    <div className="flex flex-col gap-3">
      <h3>{t('organiser.invitationLinks')}</h3>
      <p className="max-w-prose text-muted">{t('organiser.invitationLinksWhy')}</p>
      {team.links.length > 0 && (
        <ItemList
          label={t('organiser.invitationLinks')}
          items={team.links.map(({ role, seasonIds, usesLeft, expiresAt }) => ({
            id: role,
            title: roleWords({ role, seasonIds }, t),
            detail: t('organiser.linkLeft', {
              count: usesLeft,
              date: formatDate(expiresAt, t.locale),
            }),
            action: mayRevoke.includes(role) && (
              <Button
                size="small"
                aria-label={t('organiser.revokeLinkOf', { role: t(`organiser.${role}`) })}
                onClick={() => void revoke(role)}
              >
                {t('organiser.revokeInvitation')}
              </Button>
            ),
          }))}
        />
      )}
      {address !== null && (
        <div role="status" className="flex flex-col gap-1.5">
          <p>{t('organiser.linkShown')}</p>
          <CopyField label={t('organiser.linkAddress')} value={address} />
        </div>
      )}
      <CreateLink {...props} onCreated={setAddress} />
    </div>
  )
}

interface CreateLinkProps extends MembersProps {
  readonly onCreated: (address: string) => void
}

function CreateLink({ league, edit, roles, onCreated }: CreateLinkProps) {
  const t = useText()
  const [role, setRole] = useState<MemberRole>('steward')
  const [days, setDays] = useState<(typeof DAYS)[number]>('7')
  const [uses, setUses] = useState<(typeof USES)[number]>('5')
  const [seasonIds, setSeasonIds] = useState<readonly string[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function create() {
    setIsBusy(true)
    const params = { leagueId: league.id, role }
    const limit = seasonIds && { seasonIds: [...seasonIds] }
    const body = { days: Number(days), uses: Number(uses), ...limit }
    await edit.runWithToast(
      async (ifMatch) => {
        const { code } = await call(leagueMembers.createLink, { params, body, ifMatch })
        onCreated(`${location.origin}/leagues/invitations/${code}`)
      },
      { done: t('organiser.linkCreated'), undo: null },
    )
    setIsBusy(false)
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <div className="grid w-full max-w-prose gap-4 sm:grid-cols-3">
        <RoleField roles={roles} value={role} onChange={setRole} />
        <Field label={t('organiser.linkDays')}>
          <Select
            options={DAYS.map((value) => ({
              value,
              label: t('organiser.dayCount', { count: Number(value) }),
            }))}
            value={days}
            onChange={setDays}
          />
        </Field>
        <Field label={t('organiser.linkUses')}>
          <Select
            options={USES.map((value) => ({
              value,
              label: t('organiser.useCount', { count: Number(value) }),
            }))}
            value={uses}
            onChange={setUses}
          />
        </Field>
      </div>
      <SeasonLimit leagueId={league.id} value={seasonIds} onChange={setSeasonIds} />
      <Button loading={isBusy} disabled={seasonIds?.length === 0} onClick={() => void create()}>
        {t('organiser.createLink')}
      </Button>
    </div>
  )
}
