import { lapEndsOf, lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import type { DecidingMove } from '@pitboard/analysis/outcome/deciding-move'
import { keyMoments, type KeyMoment } from '@pitboard/analysis/outcome/key-moments'
import { finalTimeMs, resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Language } from '@pitboard/contract/words/languages'
import type { raceMoments } from '@pitboard/contract/words/race-moments-en'
import { TEXTS } from '../../messages/catalogue.ts'
import { formatTime } from './format-time.ts'

/** The picture of a finished race tells this beside its result. */
export interface ReportCard {
  readonly winner: { readonly name: string; readonly colour: string }
  readonly words: Readonly<Record<Language, ReportWords>>
  /** The list has the place of each driver at the end of each lap, from the grid on, in the order of the result. */
  readonly places: readonly {
    readonly name: string
    readonly colour: string
    readonly values: readonly (number | null)[]
  }[]
}

interface ReportWords {
  readonly wins: string
  /** It says the time of the winner and how far the second was behind. */
  readonly time: string
  readonly moments: readonly {
    readonly lap: number
    readonly label: string
    readonly value: string
  }[]
}

/** The kinds with a number come in the order in which they matter; those with null are left to the page. */
const RANKS = {
  leadChange: 0,
  neutralised: 1,
  retirement: 2,
  fastestLap: 3,
  start: 4,
  stop: null,
  collision: null,
  penalty: null,
  finish: null,
} as const satisfies Readonly<Record<KeyMoment['kind'], number | null>>

type Ranks = typeof RANKS
type ShownKind = { [K in keyof Ranks]: Ranks[K] extends null ? never : K }[keyof Ranks]
type ShownMoment = Extract<KeyMoment, { readonly kind: ShownKind }>

function isShown(moment: KeyMoment): moment is ShownMoment {
  return RANKS[moment.kind] !== null
}

/** Returns null for other sessions, and for a race that nobody has won. */
export function reportCard(session: SessionDetail): ReportCard | null {
  const moments = keyMoments(session)
  const finish = moments.find((moment) => moment.kind === 'finish')
  if (finish?.kind !== 'finish') return null
  const { winner, second, marginMs } = finish.outcome
  const chosen = moments
    .filter(isShown)
    .toSorted(
      (a, b) => Number(b.isDeciding) - Number(a.isDeciding) || RANKS[a.kind] - RANKS[b.kind],
    )
  const wordsIn = (language: Language): ReportWords => {
    const t = TEXTS[language]
    const timeMs = finalTimeMs(winner)
    const margin = marginMs === null ? '' : secondsText(marginMs)
    const time = [
      ...(timeMs === null ? [] : [formatTime(timeMs)]),
      ...(second && margin !== '' ? [t('moments.ahead', { margin, second: nameOf(second) })] : []),
    ]
    return {
      wins: t('moments.wins', { winner: '' }).trim(),
      time: time.join(', '),
      moments: chosen.map((moment) => ({
        lap: moment.lap,
        label: t('moments.oneLap', { lap: moment.lap }),
        value: momentText(moment, language),
      })),
    }
  }
  return {
    winner: { name: nameOf(winner), colour: winner.teamColour },
    words: { en: wordsIn('en'), de: wordsIn('de') },
    places: placesOf(session),
  }
}

function momentText(moment: ShownMoment, language: Language): string {
  const t = TEXTS[language]
  switch (moment.kind) {
    case 'start':
      return moment.leader
        ? t('moments.leadsAfterStart', { leader: nameOf(moment.leader) })
        : t('moments.lights')
    case 'leadChange': {
      const key = moment.move === null ? 'lead' : MOVE_KEYS[moment.move.kind]
      return t(`moments.${key}`, { leader: nameOf(moment.leader), from: nameOf(moment.from) })
    }
    case 'neutralised': {
      const { kind, firstLap: first, lastLap: last } = moment.period
      const laps =
        first === last ? t('moments.oneLap', { lap: first }) : t('moments.laps', { first, last })
      return `${t(`moments.${kind}`)}, ${laps}`
    }
    case 'retirement':
      return t('moments.retirement', { driver: nameOf(moment.driver) })
    case 'fastestLap':
      return `${t('moments.fastestLap', { driver: nameOf(moment.driver) })}, ${formatTime(moment.best.timeMs)}`
  }
}

/** Each move has the key of the message that tells how the lead changed by it. */
const MOVE_KEYS = {
  lead: 'lead',
  pass: 'pass',
  undercut: 'undercut',
  // The own stop of an overcut is still to come.
  overcut: 'rivalPitted',
  rivalPitted: 'rivalPitted',
  pitStops: 'pitStops',
  rivalRetired: 'rivalRetired',
  weatherStop: 'weatherStop',
  // These decide a race without a change of the lead.
  poleToFlag: 'lead',
  start: 'lead',
  rivalDisqualified: 'lead',
  rivalPenalised: 'lead',
} as const satisfies Readonly<Record<DecidingMove['kind'], keyof typeof raceMoments>>

function placesOf(session: SessionDetail): ReportCard['places'] {
  const laps = lastLapOf(session)
  const ends = new Map(session.drivers.map((driver) => [driver, lapEndsOf(driver)]))
  return resultOrder(session).map((driver) => ({
    name: nameOf(driver),
    colour: driver.teamColour,
    values: [
      driver.startingPosition || null,
      ...Array.from({ length: laps }, (_, index) => {
        const own = ends.get(driver)?.[index] ?? null
        if (own === null) return null
        return 1 + [...ends.values()].filter((other) => (other[index] ?? Infinity) < own).length
      }),
    ],
  }))
}

function secondsText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(3)} s` : formatTime(ms)
}

function nameOf({ name, carNumber }: Driver): string {
  return name || `#${carNumber ?? '?'}`
}
