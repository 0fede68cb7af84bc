import { SessionType } from '@pitboard/contract/enumerations'
import type { Language } from '../../platform/html/page.ts'

const NAMES: Readonly<Record<number, readonly [en: string, de: string]>> = {
  [SessionType.P1]: ['Practice 1', '1. Training'],
  [SessionType.P2]: ['Practice 2', '2. Training'],
  [SessionType.P3]: ['Practice 3', '3. Training'],
  [SessionType.ShortPractice]: ['Short practice', 'Kurzes Training'],
  [SessionType.Q1]: ['Qualifying 1', 'Qualifying 1'],
  [SessionType.Q2]: ['Qualifying 2', 'Qualifying 2'],
  [SessionType.Q3]: ['Qualifying 3', 'Qualifying 3'],
  [SessionType.ShortQualifying]: ['Short qualifying', 'Kurzes Qualifying'],
  [SessionType.OneShotQualifying]: ['One-shot qualifying', 'Einzelzeitfahren'],
  [SessionType.Race]: ['Race', 'Rennen'],
  [SessionType.Race2]: ['Race 2', '2. Rennen'],
  [SessionType.TimeTrial]: ['Time trial', 'Zeitfahren'],
  [SessionType.Race3]: ['Race 3', '3. Rennen'],
  [SessionType.SprintShootout1]: ['Sprint shootout 1', 'Sprint-Shootout 1'],
  [SessionType.SprintShootout2]: ['Sprint shootout 2', 'Sprint-Shootout 2'],
  [SessionType.SprintShootout3]: ['Sprint shootout 3', 'Sprint-Shootout 3'],
  [SessionType.ShortSprintShootout]: ['Short sprint shootout', 'Kurzes Sprint-Shootout'],
  [SessionType.OneShotSprintShootout]: ['One-shot sprint shootout', 'Sprint-Einzelzeitfahren'],
}

export function sessionTypeName(sessionType: number, language: Language): string {
  const [en, de] = NAMES[sessionType] ?? ['Session', 'Session']
  return language === 'de' ? de : en
}
