import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { Text } from '../messages/create-text.ts'

export const ALL_ROLES = [
  'race',
  'sprint',
  'qualifying',
  'sprintQualifying',
  'practice',
] as const satisfies readonly SessionRole[]

export function roleName(role: SessionRole, t: Text): string {
  return t(`season.${role}`)
}

export function findRole(value: unknown): SessionRole | undefined {
  return ALL_ROLES.find((role) => role === value)
}
