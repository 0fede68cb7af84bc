import type { LeagueRole, MemberRole } from '@pitboard/contract/leagues/league-roles'
import { useText } from '../../../messages/use-text.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { assignableRoles } from './member-list.tsx'

interface RoleFieldProps {
  /** The user who invites has these roles. */
  readonly roles: readonly LeagueRole[]
  readonly value: MemberRole
  readonly onChange: (role: MemberRole) => void
  readonly error?: string | null
}

/** Lets the user choose the role with which somebody joins. */
export function RoleField({ roles, value, onChange, error = null }: RoleFieldProps) {
  const t = useText()
  return (
    <Field label={t('organiser.memberRole')} error={error}>
      <Select
        options={assignableRoles(roles).map((role) => ({
          value: role,
          label: t(`organiser.${role}`),
        }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
