import { isRaceType, SessionType } from '@pitboard/contract/wire/enumerations'
import type { Language, PageHead } from '../../platform/html/page.ts'
import type { SessionCard } from './session-card.ts'

export function recordedHead(card: SessionCard, language: Language): PageHead {
  const result = resultText(card, language)
  const day = dateText(card.startedAt, language)
  const title = `${subject(card, language)}, ${day}`
  const text =
    language === 'de'
      ? `${result.long} Jede Runde, jeder Stint, alle Boxenstopps und Strafen, aufgezeichnet von ${card.userName}.`
      : `${result.long} Every lap, stint, pit stop and penalty, recorded by ${card.userName}.`
  return {
    title: `${result.short ? `${title}: ${result.short}` : title} · Pitboard`,
    description: `${driverCountText(card, language)}. ${text}`,
    canonicalPath: `/sessions/${card.id}`,
    picturePath: `/og/session/${card.id}.png`,
    indexed: true,
    canEmbed: true,
  }
}

export function liveHead(card: SessionCard, language: Language, path: string): PageHead {
  const result = resultText(card, language)
  const title = `${subject(card, language)} live`
  const lap = card.laps > 0 && card.lap > 0 ? lapText(card, language) : ''
  const text =
    language === 'de'
      ? `${result.long} Das Timing der Session von ${card.userName}, live im Browser.`
      : `${result.long} The timing of ${card.userName}'s session, live in the browser.`
  return {
    title: `${result.short ? `${title}: ${result.short}` : title} · Pitboard`,
    description:
      card.driverCount > 0 ? `${lap}${driverCountText(card, language)}. ${text}` : text.trim(),
    canonicalPath: path,
    picturePath: `/og/live/${card.id}.png`,
    indexed: true,
    canEmbed: true,
  }
}

/** Track and kind of session. */
function subject(card: SessionCard, language: Language): string {
  return `${card.trackName} ${sessionName(card, language)}`
}

export function dateText(date: Date, language: Language): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

export function lapText({ lap, laps }: SessionCard, language: Language): string {
  return language === 'de' ? `Runde ${lap} von ${laps}, ` : `Lap ${lap} of ${laps}, `
}

export function driverCountText({ driverCount }: SessionCard, language: Language): string {
  return language === 'de' ? `${driverCount} Fahrer` : countText(driverCount, 'driver')
}

export function countText(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/** Who is first, as a headline and as a sentence. */
function resultText(card: SessionCard, language: Language): { short: string; long: string } {
  const [first, second, third] = card.rows
  if (!first) return { short: '', long: '' }
  const verb = VERBS[verbOf(card)][language]
  const others = [second, third].flatMap((row) => row?.name ?? [])
  const and = language === 'de' ? ' und ' : ' and '
  const behind = others.length > 0 ? `${AHEAD[language]} ${others.join(and)}` : ''
  return { short: `${first.name} ${verb}`, long: `${first.name} ${verb}${behind}.` }
}

function verbOf(card: SessionCard): keyof typeof VERBS {
  if (card.state === 'live') return 'leads'
  if (!isRaceType(card.sessionType)) return 'fastest'
  return card.state === 'final' ? 'wins' : 'leads'
}

const VERBS = {
  leads: { en: 'leads', de: 'führt' },
  fastest: { en: 'is fastest', de: 'ist am schnellsten' },
  wins: { en: 'wins', de: 'gewinnt' },
} as const

const AHEAD = { en: ' ahead of', de: ' vor' } as const

const NAMES: Readonly<Record<number, readonly [en: string, de: string]>> = {
  [SessionType.P1]: ['Practice 1', '1. Training'],
  [SessionType.P2]: ['Practice 2', '2. Training'],
  [SessionType.P3]: ['Practice 3', '3. Training'],
  [SessionType.ShortPractice]: ['Short practice', 'Kurzes Training'],
  [SessionType.Q1]: ['Qualifying 1', 'Qualifying 1'],
  [SessionType.Q2]: ['Qualifying 2', 'Qualifying 2'],
  [SessionType.Q3]: ['Qualifying 3', 'Qualifying 3'],
  [SessionType.ShortQualifying]: ['Short qualifying', 'Kurzes Qualifying'],
  [SessionType.OneShotQualifying]: ['One-shot qualifying', 'Einzelrunden-Qualifying'],
  [SessionType.Race]: ['Race', 'Rennen'],
  [SessionType.Race2]: ['Race 2', 'Rennen 2'],
  [SessionType.TimeTrial]: ['Time trial', 'Zeitfahren'],
  [SessionType.Race3]: ['Race 3', 'Rennen 3'],
  [SessionType.SprintShootout1]: ['Sprint shootout 1', 'Sprint-Shootout 1'],
  [SessionType.SprintShootout2]: ['Sprint shootout 2', 'Sprint-Shootout 2'],
  [SessionType.SprintShootout3]: ['Sprint shootout 3', 'Sprint-Shootout 3'],
  [SessionType.ShortSprintShootout]: ['Short sprint shootout', 'Kurzes Sprint-Shootout'],
  [SessionType.OneShotSprintShootout]: ['One-shot sprint shootout', 'Einzelrunden-Sprint-Shootout'],
}

export function sessionName({ sessionType, raceKind }: SessionCard, language: Language): string {
  if (raceKind === 'sprint') return 'Sprint'
  const number = raceKind === 'main' ? SessionType.Race : sessionType
  const [en, de] = NAMES[number] ?? ['Session', 'Session']
  return language === 'de' ? de : en
}
