import { adjustmentWords as germanAdjustments } from '@pitboard/contract/words/adjustments-de'
import { adjustmentWords } from '@pitboard/contract/words/adjustments-en'
import { bestWords as germanBests } from '@pitboard/contract/words/bests-de'
import { bestWords } from '@pitboard/contract/words/bests-en'
import { comparisonWords as germanComparisons } from '@pitboard/contract/words/comparisons-de'
import { comparisonWords } from '@pitboard/contract/words/comparisons-en'
import { countWords as germanCounts } from '@pitboard/contract/words/counts-de'
import { countWords } from '@pitboard/contract/words/counts-en'
import {
  createText,
  type Text as TextOf,
  type TranslatedAreas,
} from '@pitboard/contract/words/create-text'
import type { Language } from '@pitboard/contract/words/languages'
import { missingPage as germanMissingPage } from '@pitboard/contract/words/missing-page-de'
import { overlayPage as germanOverlayPage } from '@pitboard/contract/words/overlay-page-de'
import { searchPage as germanSearchPage } from '@pitboard/contract/words/search-page-de'
import { streakWords as germanStreaks } from '@pitboard/contract/words/streaks-de'
import { missingPage } from '@pitboard/contract/words/missing-page-en'
import { overlayPage } from '@pitboard/contract/words/overlay-page-en'
import { searchPage } from '@pitboard/contract/words/search-page-en'
import { streakWords } from '@pitboard/contract/words/streaks-en'
import { penaltyWords as germanPenalties } from '@pitboard/contract/words/penalties-de'
import { penaltyWords } from '@pitboard/contract/words/penalties-en'
import { raceMoments as germanMoments } from '@pitboard/contract/words/race-moments-de'
import { raceMoments } from '@pitboard/contract/words/race-moments-en'
import { reviewWords as germanReviews } from '@pitboard/contract/words/reviews-de'
import { reviewWords } from '@pitboard/contract/words/reviews-en'
import { sessionRoles as germanRoles } from '@pitboard/contract/words/session-roles-de'
import { sessionRoles } from '@pitboard/contract/words/session-roles-en'
import { sessionTypes as germanTypes } from '@pitboard/contract/words/session-types-de'
import { sessionTypes } from '@pitboard/contract/words/session-types-en'
import * as germanAnnouncements from './de/announcements.ts'
import { heads as germanHeads } from './de/heads.ts'
import * as germanNotifications from './de/notifications.ts'
import { pictures as germanPictures } from './de/pictures.ts'
import * as germanSignIn from './de/sign-in.ts'
import * as announcements from './en/announcements.ts'
import { heads } from './en/heads.ts'
import * as notifications from './en/notifications.ts'
import { pictures } from './en/pictures.ts'
import * as signIn from './en/sign-in.ts'

/** Pages of the web app have the areas from the contract too, so that both sides say the same. */
const ENGLISH = {
  ...announcements,
  ...notifications,
  ...signIn,
  heads,
  pictures,
  adjustments: adjustmentWords,
  bests: bestWords,
  comparisons: comparisonWords,
  counts: countWords,
  moments: raceMoments,
  missingPage,
  overlayPage,
  searchPage,
  streaks: streakWords,
  penalties: penaltyWords,
  reviews: reviewWords,
  sessionRoles,
  sessionTypes,
} as const

const GERMAN: TranslatedAreas<typeof ENGLISH> = {
  ...germanAnnouncements,
  ...germanNotifications,
  ...germanSignIn,
  heads: germanHeads,
  pictures: germanPictures,
  adjustments: germanAdjustments,
  bests: germanBests,
  comparisons: germanComparisons,
  counts: germanCounts,
  moments: germanMoments,
  missingPage: germanMissingPage,
  overlayPage: germanOverlayPage,
  searchPage: germanSearchPage,
  streaks: germanStreaks,
  penalties: germanPenalties,
  reviews: germanReviews,
  sessionRoles: germanRoles,
  sessionTypes: germanTypes,
}

export const CATALOGUE = { en: ENGLISH, de: GERMAN } as const

export type Text = TextOf<typeof ENGLISH>

/** The server needs both languages at once: messages, mails and heads of pages have that of their reader. */
export const TEXTS: Readonly<Record<Language, Text>> = {
  en: createText<typeof ENGLISH>(ENGLISH, 'en-GB'),
  de: createText<typeof ENGLISH>(GERMAN, 'de-DE'),
}
