import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { AdjustmentTerms } from '@pitboard/contract/seasons/adjustment'
import type { SessionRole } from '@pitboard/contract/seasons/points-system'
import type { RecordedPenaltyKind } from '@pitboard/contract/stewards/penalty'
import type { Language } from '../../platform/html/page.ts'

/** Titles and sentences of announcements, in one language. */
interface AnnouncementTexts {
  readonly roles: Readonly<Record<SessionRole, string>>
  readonly titles: Readonly<Record<Announcement['type'], (subject: string) => string>>
  readonly test: string
  readonly live: string
  readonly soon: string
  readonly roster: string
  readonly signUp: string
  readonly notClassified: string
  points(points: number): string
  /** Title of a decision of a case. */
  numbered(number: number, subject: string): string
  decision(terms: AdjustmentTerms, name: string): string
  /** Penalties that change no result. */
  readonly recorded: Readonly<
    Record<RecordedPenaltyKind, (name: string, amount: number | null) => string>
  >
  noAction(names: string): string
  reason(reason: string): string
  revoked(reason: string): string
}

const EN: AnnouncementTexts = {
  roles: {
    race: 'Race',
    sprint: 'Sprint',
    qualifying: 'Qualifying',
    sprintQualifying: 'Sprint qualifying',
    practice: 'Practice',
  },
  titles: {
    eventIn24h: (subject) => `Coming up: ${subject}`,
    live: (subject) => `Live now: ${subject}`,
    provisionalResult: (subject) => `Provisional result: ${subject}`,
    decision: (subject) => `Steward decision: ${subject}`,
    standings: (subject) => `Standings: ${subject}`,
    officialResult: (subject) => `Official results: ${subject}`,
    rosterChange: (subject) => `Roster changed: ${subject}`,
    signUpOpen: (subject) => `Sign-up is open: ${subject}`,
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
  decision(adjustment, name) {
    switch (adjustment.kind) {
      case 'disqualification':
        return `${name}: disqualified.`
      case 'timePenalty':
        return `${name}: ${signed(adjustment.seconds)} s on the race time.`
      case 'positions':
        return `${name}: ${signed(-adjustment.places)} positions.`
      case 'points':
      case 'teamPoints':
        return `${name}: ${signed(adjustment.points)} points.`
    }
  },
  recorded: {
    warning: (name) => `${name}: warning.`,
    licencePoints: (name, amount) =>
      `${name}: ${amount} licence ${amount === 1 ? 'point' : 'points'}.`,
    gridPenalty: (name, amount) =>
      `${name}: ${amount} grid ${amount === 1 ? 'place' : 'places'} at the next event.`,
  },
  noAction: (names) => `${names}: no further action.`,
  reason: (reason) => `Reason: ${reason}`,
  revoked: (reason) => `The decision was revoked${reason === '' ? '.' : `: ${reason}`}`,
}

const DE: AnnouncementTexts = {
  roles: {
    race: 'Rennen',
    sprint: 'Sprint',
    qualifying: 'Qualifying',
    sprintQualifying: 'Sprint-Qualifying',
    practice: 'Training',
  },
  titles: {
    eventIn24h: (subject) => `Demnächst: ${subject}`,
    live: (subject) => `Jetzt live: ${subject}`,
    provisionalResult: (subject) => `Vorläufiges Ergebnis: ${subject}`,
    decision: (subject) => `Entscheidung der Rennleitung: ${subject}`,
    standings: (subject) => `Wertung: ${subject}`,
    officialResult: (subject) => `Offizielle Ergebnisse: ${subject}`,
    rosterChange: (subject) => `Geänderte Fahrerliste: ${subject}`,
    signUpOpen: (subject) => `Anmeldung geöffnet: ${subject}`,
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
  decision(adjustment, name) {
    switch (adjustment.kind) {
      case 'disqualification':
        return `${name}: disqualifiziert.`
      case 'timePenalty':
        return `${name}: ${signed(adjustment.seconds)} s auf die Rennzeit.`
      case 'positions':
        return `${name}: ${signed(-adjustment.places)} Plätze.`
      case 'points':
      case 'teamPoints':
        return `${name}: ${signed(adjustment.points)} Punkte.`
    }
  },
  recorded: {
    warning: (name) => `${name}: Verwarnung.`,
    licencePoints: (name, amount) =>
      `${name}: ${amount} ${amount === 1 ? 'Strafpunkt' : 'Strafpunkte'}.`,
    gridPenalty: (name, amount) =>
      `${name}: ${amount} ${amount === 1 ? 'Startplatz' : 'Startplätze'} beim nächsten Rennen.`,
  },
  noAction: (names) => `${names}: keine weiteren Maßnahmen.`,
  reason: (reason) => `Grund: ${reason}`,
  revoked: (reason) => `Die Entscheidung wurde aufgehoben${reason === '' ? '.' : `: ${reason}`}`,
}

export const ANNOUNCEMENT_TEXTS: Readonly<Record<Language, AnnouncementTexts>> = { en: EN, de: DE }

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−')
}
