import type { Translation } from '@pitboard/contract/words/message'
import type {
  announcementTitles as announcementTitlesEnglish,
  announcements as announcementsEnglish,
} from '../en/announcements.ts'

export const announcementTitles = {
  eventIn24h: 'Demnächst: {subject}',
  live: 'Jetzt live: {subject}',
  provisionalResult: 'Vorläufiges Ergebnis: {subject}',
  decision: 'Entscheidung der Rennleitung: {subject}',
  standings: 'Wertung: {subject}',
  officialResult: 'Offizielle Ergebnisse: {subject}',
  rosterChange: 'Geänderte Fahrerliste: {subject}',
  signUpOpen: 'Anmeldung geöffnet: {subject}',
  driverOfTheDay: 'Fahrer des Tages: {subject}',
  test: 'Testnachricht: {subject}',
} as const satisfies Translation<typeof announcementTitlesEnglish>

export const announcements = {
  test: 'Hier kommen die Ankündigungen dieser Liga an.',
  live: 'Verfolge die Session live.',
  startsAt: 'Beginn: {time}',
  roster: 'Teams oder Fahrer der Saison haben sich geändert.',
  signUp: 'Fahrer können sich jetzt anmelden.',
  numberedDecision: 'Entscheidung {number} der Rennleitung: {subject}',
  reason: 'Grund: {reason}',
  revoked: 'Die Entscheidung wurde aufgehoben.',
  revokedBecause: 'Die Entscheidung wurde aufgehoben: {reason}',
} as const satisfies Translation<typeof announcementsEnglish>
