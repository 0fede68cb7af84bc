import type { sessionTypes as english } from './session-types-en.ts'
import type { Translation } from './message.ts'

export const sessionTypes = {
  practice1: '1. Training',
  practice2: '2. Training',
  practice3: '3. Training',
  shortPractice: 'Kurzes Training',
  qualifying1: 'Qualifying 1',
  qualifying2: 'Qualifying 2',
  qualifying3: 'Qualifying 3',
  shortQualifying: 'Kurzes Qualifying',
  oneShotQualifying: 'Einzelrunden-Qualifying',
  race: 'Rennen',
  race2: 'Rennen 2',
  sprint: 'Sprint',
  race3: 'Rennen 3',
  timeTrial: 'Zeitfahren',
  sprintShootout1: 'Sprint-Shootout 1',
  sprintShootout2: 'Sprint-Shootout 2',
  sprintShootout3: 'Sprint-Shootout 3',
  shortSprintShootout: 'Kurzes Sprint-Shootout',
  oneShotSprintShootout: 'Einzelrunden-Sprint-Shootout',
  anySession: 'Session',
} as const satisfies Translation<typeof english>
