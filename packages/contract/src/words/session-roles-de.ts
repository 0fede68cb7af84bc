import type { sessionRoles as english } from './session-roles-en.ts'
import type { Translation } from './message.ts'

export const sessionRoles = {
  race: 'Rennen',
  sprint: 'Sprint',
  qualifying: 'Qualifying',
  sprintQualifying: 'Sprint-Qualifying',
  practice: 'Training',
} as const satisfies Translation<typeof english>
