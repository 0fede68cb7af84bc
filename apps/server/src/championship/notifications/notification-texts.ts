import type { Language } from '@pitboard/contract/words/languages'

/** Receivers of a league do not get these notifications too; the mails around them have texts of their own. */
interface NotificationTexts {
  readonly open: string
  readonly why: string
  readonly unsubscribe: string
  readonly settings: string
  readonly reminderText: string
  readonly offerText: string
  reminder(subject: string): string
  offer(owner: string, season: string): string
  leagueOffer(owner: string, league: string): string
  invitation(inviter: string, league: string): string
  startsAt(at: Date): string
  /** Returns the subject of a mail about several things. */
  several(first: string, others: number): string
  more(count: number): string
}

export const NOTIFICATION_TEXTS: Readonly<Record<Language, NotificationTexts>> = {
  en: {
    open: 'Open',
    why: 'You get this mail because you follow these seasons on Pitboard, drive in them, have reported an incident, or are invited or offered something.',
    unsubscribe: 'Unsubscribe',
    settings: 'Choose what you get',
    reminderText: 'Say whether you will drive.',
    offerText: 'Accept or decline it on your dashboard.',
    reminder: (subject) => `Your answer is missing: ${subject}`,
    offer: (owner, season) => `${owner} offers you the season ${season}`,
    leagueOffer: (owner, league) => `${owner} offers you the league ${league}`,
    invitation: (inviter, league) => `${inviter} invites you to the team of ${league}`,
    startsAt: (at) => `Starts ${formatTime('en-GB', at)} UTC.`,
    several: (first, others) => `${first}, and ${others} more`,
    more: (count) => `And ${count} more.`,
  },
  de: {
    open: 'Öffnen',
    why: 'Du bekommst diese Mail, weil du diesen Saisons auf Pitboard folgst, in ihnen fährst, einen Vorfall gemeldet hast, eingeladen wurdest oder etwas angeboten bekommst.',
    unsubscribe: 'Abbestellen',
    settings: 'Auswählen, was du bekommst',
    reminderText: 'Sag Bescheid, ob du fährst.',
    offerText: 'Auf deiner Übersicht kannst du sie annehmen oder ablehnen.',
    reminder: (subject) => `Deine Antwort fehlt: ${subject}`,
    offer: (owner, season) => `${owner} bietet dir die Saison ${season} an`,
    leagueOffer: (owner, league) => `${owner} bietet dir die Liga ${league} an`,
    invitation: (inviter, league) => `${inviter} lädt dich ins Team von ${league} ein`,
    startsAt: (at) => `Beginn ${formatTime('de-DE', at)} UTC.`,
    several: (first, others) => `${first} und ${others} weitere`,
    more: (count) => `Und ${count} weitere.`,
  },
}

function formatTime(locale: string, at: Date): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
}
