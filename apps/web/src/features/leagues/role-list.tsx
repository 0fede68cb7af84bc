import { MEMBER_ROLES, type MemberRole } from '@pitboard/contract/leagues/league-roles'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'

const ABILITIES: Readonly<Record<MemberRole, PlainKey>> = {
  admin: 'organiser.adminCan',
  resultEditor: 'organiser.resultEditorCan',
  steward: 'organiser.stewardCan',
}

export function RoleList() {
  const t = useText()
  return (
    <dl className="flex flex-col gap-1 text-small">
      {MEMBER_ROLES.map((role) => (
        <div key={role}>
          <dt className="inline font-semibold">{t(`organiser.${role}`)}:</dt>{' '}
          <dd className="inline text-muted">{t(ABILITIES[role])}</dd>
        </div>
      ))}
    </dl>
  )
}
