import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { Language } from '@pitboard/contract/words/languages'
import { sessionNameKey } from '@pitboard/contract/words/session-type-keys'
import { WORDS } from '@pitboard/contract/words/words'
import type { PageHead } from '../../platform/html/page.ts'
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

/** Names track and kind of session. */
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

/** Names the winner in a headline and in a sentence. */
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

export function sessionName(card: SessionCard, language: Language): string {
  return WORDS[language].sessionTypes[sessionNameKey(card)]
}
