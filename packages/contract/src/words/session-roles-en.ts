import type { SessionRole } from '../seasons/points-system.ts'

/** The words say what a session is in its event. */
export const sessionRoles = {
  race: 'Race',
  sprint: 'Sprint',
  qualifying: 'Qualifying',
  sprintQualifying: 'Sprint qualifying',
  practice: 'Practice',
} as const satisfies Readonly<Record<SessionRole, string>>
