import type { MemberRole } from '@pitboard/contract/leagues/league-roles'
import type { Text } from '../../messages/create-text.ts'

/** Returns the name of a role, with the number of seasons to which it is limited. */
export function roleWords(
  { role, seasonIds }: { readonly role: MemberRole; readonly seasonIds: readonly string[] | null },
  t: Text,
): string {
  const name = t(`organiser.${role}`)
  if (seasonIds === null) return name
  return t('organiser.roleInSeasons', { role: name, count: seasonIds.length })
}
