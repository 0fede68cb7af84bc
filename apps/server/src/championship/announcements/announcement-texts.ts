import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { Language } from '@pitboard/contract/words/languages'

/** Titles and sentences of announcements stand here in one language. */
interface AnnouncementTexts {
  readonly titles: Readonly<Record<Announcement['type'], (subject: string) => string>>
  readonly test: string
  readonly live: string
  readonly soon: string
  readonly roster: string
  readonly signUp: string
  readonly notClassified: string
  points(points: number): string
  /** Returns the title of a decision of a case. */
  numbered(number: number, subject: string): string
  reason(reason: string): string
  revoked(reason: string): string
}

const EN: AnnouncementTexts = {
  titles: {
    eventIn24h: (subject) => `Coming up: ${subject}`,
    live: (subject) => `Live now: ${subject}`,
    provisionalResult: (subject) => `Provisional result: ${subject}`,
    decision: (subject) => `Steward decision: ${subject}`,
    standings: (subject) => `Standings: ${subject}`,
    officialResult: (subject) => `Official results: ${subject}`,
    rosterChange: (subject) => `Roster changed: ${subject}`,
    signUpOpen: (subject) => `Sign-up is open: ${subject}`,
    driverOfTheDay: (subject) => `Driver of the day: ${subject}`,
    test: (subject) => `Test message: ${subject}`,
  },
  test: 'Announcements of this league arrive here.',
  live: 'Follow the session live.',
  soon: 'Starts',
  roster: 'Teams or drivers of the season have changed.',
  signUp: 'Drivers can sign up now.',
  notClassified: '–',
  points: (points) => `${points} ${points === 1 ? 'point' : 'points'}`,
  numbered: (number, subject) => `Steward decision ${number}: ${subject}`,
  reason: (reason) => `Reason: ${reason}`,
  revoked: (reason) => `The decision was revoked${reason === '' ? '.' : `: ${reason}`}`,
}

const DE: AnnouncementTexts = {
  titles: {
    eventIn24h: (subject) => `Demnächst: ${subject}`,
    live: (subject) => `Jetzt live: ${subject}`,
    provisionalResult: (subject) => `Vorläufiges Ergebnis: ${subject}`,
    decision: (subject) => `Entscheidung der Rennleitung: ${subject}`,
    standings: (subject) => `Wertung: ${subject}`,
    officialResult: (subject) => `Offizielle Ergebnisse: ${subject}`,
    rosterChange: (subject) => `Geänderte Fahrerliste: ${subject}`,
    signUpOpen: (subject) => `Anmeldung geöffnet: ${subject}`,
    driverOfTheDay: (subject) => `Fahrer des Tages: ${subject}`,
    test: (subject) => `Testnachricht: ${subject}`,
  },
  test: 'Hier kommen die Ankündigungen dieser Liga an.',
  live: 'Verfolge die Session live.',
  soon: 'Beginn',
  roster: 'Teams oder Fahrer der Saison haben sich geändert.',
  signUp: 'Fahrer können sich jetzt anmelden.',
  notClassified: '–',
  points: (points) => `${points} ${Math.abs(points) === 1 ? 'Punkt' : 'Punkte'}`,
  numbered: (number, subject) => `Entscheidung ${number} der Rennleitung: ${subject}`,
  reason: (reason) => `Grund: ${reason}`,
  revoked: (reason) => `Die Entscheidung wurde aufgehoben${reason === '' ? '.' : `: ${reason}`}`,
}

export const ANNOUNCEMENT_TEXTS: Readonly<Record<Language, AnnouncementTexts>> = { en: EN, de: DE }
