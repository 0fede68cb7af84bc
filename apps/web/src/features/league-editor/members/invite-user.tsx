import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import type { MemberRole } from '@pitboard/contract/leagues/league-roles'
import { ApiException } from '@pitboard/contract/wire/client'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { refusalErrors } from '../../../messages/refusal-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { assignableRoles } from './member-list.tsx'
import type { MembersProps } from './members-section.tsx'

/** Invites a user by their name. */
export function InviteUser({ league, edit, roles }: MembersProps) {
  const text = useText()
  const [role, setRole] = useState<MemberRole>('steward')
  /** An empty form after each invitation. */
  const [sentCount, setSentCount] = useState(0)
  const params = { leagueId: league.id }

  async function invite({ username }: { readonly username: string }) {
    const body = { username, role }
    await edit.run((ifMatch) => call(leagueMembers.invite, { params, body, ifMatch }), {
      done: text('organiser.invited', { name: username }),
      undo: null,
    })
    setSentCount(sentCount + 1)
  }

  return (
    <div className="flex max-w-prose flex-col gap-3">
      <h3>{text('organiser.invite')}</h3>
      <Form
        key={sentCount}
        label={text('organiser.invite')}
        submitLabel={text('organiser.invite')}
        hasColumns
        isDraft={false}
        fields={[
          {
            kind: 'text',
            name: 'username',
            label: text('organiser.username'),
            hint: text('organiser.usernameHint'),
            maxLength: TEXT_MAX.name,
            missing: text('organiser.usernameMissing'),
          },
          {
            kind: 'custom',
            name: 'role',
            render: (error) => (
              <Field label={text('organiser.memberRole')} error={error}>
                <Select
                  options={assignableRoles(roles).map((value) => ({
                    value,
                    label: text(`organiser.${value}`),
                  }))}
                  value={role}
                  onChange={setRole}
                />
              </Field>
            ),
          },
        ]}
        onSubmit={invite}
        errorsOf={(error) =>
          error instanceof ApiException && error.status === 404
            ? { username: text('organiser.unknownUser') }
            : refusalErrors(error, text, ['username', 'role'])
        }
      />
    </div>
  )
}
