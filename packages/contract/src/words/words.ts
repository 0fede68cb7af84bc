import { adjustmentWords as germanAdjustments } from './adjustments-de.ts'
import { penaltyWords as germanPenalties } from './penalties-de.ts'
import { raceMoments as germanMoments } from './race-moments-de.ts'
import { sessionRoles as germanRoles } from './session-roles-de.ts'
import { sessionTypes as germanTypes } from './session-types-de.ts'
import { adjustmentWords } from './adjustments-en.ts'
import { penaltyWords } from './penalties-en.ts'
import { raceMoments } from './race-moments-en.ts'
import { sessionRoles } from './session-roles-en.ts'
import { sessionTypes } from './session-types-en.ts'
import { createFill } from './fill-message.ts'
import type { Language } from './languages.ts'
import type { Translation } from './message.ts'

interface Words {
  readonly fill: ReturnType<typeof createFill>
  readonly sessionTypes: Translation<typeof sessionTypes>
  readonly sessionRoles: Translation<typeof sessionRoles>
  readonly adjustments: Translation<typeof adjustmentWords>
  readonly penalties: Translation<typeof penaltyWords>
  readonly moments: Translation<typeof raceMoments>
}

/**
 * Pages have words for the contract's unions too; these are for programs that need both languages at once:
 * messages, mails and heads of pages.
 */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    fill: createFill('en-GB'),
    sessionTypes,
    sessionRoles,
    adjustments: adjustmentWords,
    penalties: penaltyWords,
    moments: raceMoments,
  },
  de: {
    fill: createFill('de-DE'),
    sessionTypes: germanTypes,
    sessionRoles: germanRoles,
    adjustments: germanAdjustments,
    penalties: germanPenalties,
    moments: germanMoments,
  },
}
