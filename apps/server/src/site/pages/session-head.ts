import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { Language } from '@pitboard/contract/words/languages'
import { sessionNameKey } from '@pitboard/contract/words/session-type-keys'
import { TEXTS } from '../../messages/catalogue.ts'
import type { PageHead } from '../../platform/html/page.ts'
import type { SessionCard } from './session-card.ts'

export function recordedHead(card: SessionCard, language: Language): PageHead {
  const result = resultText(card, language)
  const day = dateText(card.startedAt, language)
  const title = `${subject(card, language)}, ${day}`
  const text = `${result.long} ${TEXTS[language]('heads.recorded', { name: card.userName })}`
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
  const text = `${result.long} ${TEXTS[language]('heads.live', { name: card.userName })}`
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
  const { locale } = TEXTS[language]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

export function lapText({ lap, laps }: SessionCard, language: Language): string {
  return `${TEXTS[language]('heads.lapOf', { lap, laps })}, `
}

export function driverCountText({ driverCount }: SessionCard, language: Language): string {
  return TEXTS[language]('counts.driverCount', { count: driverCount })
}

/** Names the winner in a headline and in a sentence. */
function resultText(card: SessionCard, language: Language): { short: string; long: string } {
  const [first, second, third] = card.rows
  if (!first) return { short: '', long: '' }
  const short = TEXTS[language](`heads.${verbOf(card)}`, { name: first.name })
  const others = [second, third].flatMap((row) => row?.name ?? [])
  return { short, long: `${aheadOf(short, others, language)}.` }
}

/** Adds to what the first driver does whom they are ahead of. */
export function aheadOf(result: string, others: readonly string[], language: Language): string {
  if (others.length === 0) return result
  const t = TEXTS[language]
  return t('heads.aheadOf', { result, others: new Intl.ListFormat(t.locale).format(others) })
}

function verbOf(card: SessionCard): 'leads' | 'fastest' | 'wins' {
  if (card.state === 'live') return 'leads'
  if (!isRaceType(card.sessionType)) return 'fastest'
  return card.state === 'final' ? 'wins' : 'leads'
}

export function sessionName(card: SessionCard, language: Language): string {
  return TEXTS[language](`sessionTypes.${sessionNameKey(card)}`)
}
