import { MEMBER_ROLES } from '@pitboard/contract/leagues/league-roles'
import { useText } from '../../../messages/use-text.ts'

/** What each role can do. */
export function RoleList() {
  const text = useText()
  return (
    <dl className="flex flex-col gap-1 text-small">
      {MEMBER_ROLES.map((role) => (
        <div key={role} className="flex flex-wrap gap-x-1.5">
          <dt className="font-semibold">{text(`members.${role}`)}:</dt>
          <dd className="text-muted">{text(`members.${role}Can`)}</dd>
        </div>
      ))}
    </dl>
  )
}
