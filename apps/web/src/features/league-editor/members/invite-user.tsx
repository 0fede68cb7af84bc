import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import type { MemberRole } from '@pitboard/contract/leagues/league-roles'
import { ApiException } from '@pitboard/contract/wire/client'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { refusalErrors } from '../../../messages/refusal-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { Form } from '../../../ui/forms/form.tsx'
import type { MembersProps } from './members-props.ts'
import { RoleField } from './role-field.tsx'
import { SeasonLimit } from './season-limit.tsx'

export function InviteUser({ league, edit, roles }: MembersProps) {
  const t = useText()
  const [role, setRole] = useState<MemberRole>('steward')
  const [seasonIds, setSeasonIds] = useState<readonly string[] | null>(null)
  /** Each invitation is followed by an empty form. */
  const [sentCount, setSentCount] = useState(0)
  const params = { leagueId: league.id }

  async function invite({ username }: { readonly username: string }) {
    const body = { username, role, ...(seasonIds && { seasonIds: [...seasonIds] }) }
    await edit.run((ifMatch) => call(leagueMembers.invite, { params, body, ifMatch }), {
      done: t('organiser.invited', { name: username }),
      undo: null,
    })
    setSentCount(sentCount + 1)
  }

  return (
    <div className="flex max-w-prose flex-col gap-3">
      <h3>{t('organiser.invite')}</h3>
      <Form
        key={sentCount}
        label={t('organiser.invite')}
        submitLabel={t('organiser.invite')}
        submitLook="secondary"
        hasColumns
        isDraft={false}
        fields={[
          {
            kind: 'text',
            name: 'username',
            label: t('organiser.username'),
            hint: t('organiser.usernameHint'),
            maxLength: TEXT_MAX.name,
            missing: t('organiser.usernameMissing'),
          },
          {
            kind: 'custom',
            name: 'role',
            render: (error) => (
              <RoleField roles={roles} value={role} onChange={setRole} error={error} />
            ),
          },
          {
            kind: 'custom',
            name: 'seasonIds',
            check: () => seasonIds?.length === 0 && t('organiser.seasonsMissing'),
            render: (error) => (
              <SeasonLimit
                leagueId={league.id}
                value={seasonIds}
                onChange={setSeasonIds}
                error={error}
              />
            ),
          },
        ]}
        onSubmit={invite}
        errorsOf={(error) =>
          error instanceof ApiException && error.status === 404
            ? { username: t('organiser.unknownUser') }
            : refusalErrors(error, t, ['username', 'role', 'seasonIds'])
        }
      />
    </div>
  )
}
