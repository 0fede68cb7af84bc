import { lapEndsOf, lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import { keyMoments, type KeyMoment } from '@pitboard/analysis/outcome/key-moments'
import { finalTimeMs, resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Language } from '@pitboard/contract/words/languages'
import { WORDS } from '@pitboard/contract/words/words'
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

/** The kinds come in the order in which they matter; stops and penalties are left to the page. */
const KINDS: readonly KeyMoment['kind'][] = [
  'leadChange',
  'neutralised',
  'retirement',
  'fastestLap',
  'start',
]

/** Returns null for other sessions, and for a race that nobody has won. */
export function reportCard(session: SessionDetail): ReportCard | null {
  const moments = keyMoments(session)
  const finish = moments.find((moment) => moment.kind === 'finish')
  if (finish?.kind !== 'finish') return null
  const { winner, second, marginMs } = finish.outcome
  const chosen = moments
    .filter(({ kind }) => KINDS.includes(kind))
    .toSorted(
      (a, b) =>
        Number(b.isDeciding) - Number(a.isDeciding) ||
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
    )
  const wordsIn = (language: Language): ReportWords => {
    const { fill, moments: words } = WORDS[language]
    const timeMs = finalTimeMs(winner)
    const margin = marginMs === null ? '' : secondsText(marginMs)
    const time = [
      ...(timeMs === null ? [] : [formatTime(timeMs)]),
      ...(second && margin !== '' ? [fill(words.ahead, { margin, second: nameOf(second) })] : []),
    ]
    return {
      wins: fill(words.wins, { winner: '' }).trim(),
      time: time.join(', '),
      moments: chosen.map((moment) => ({
        lap: moment.lap,
        label: fill(words.oneLap, { lap: moment.lap }),
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

function momentText(moment: KeyMoment, language: Language): string {
  const { fill, moments: words } = WORDS[language]
  switch (moment.kind) {
    case 'start':
      return moment.leader
        ? fill(words.leadsAfterStart, { leader: nameOf(moment.leader) })
        : words.lights
    case 'leadChange': {
      const { move } = moment
      // The own stop of an overcut is still to come.
      const key = move === null ? 'lead' : move.kind === 'overcut' ? 'rivalPitted' : move.kind
      const names = { leader: nameOf(moment.leader), from: nameOf(moment.from) }
      return fill(isWorded(key) ? words[key] : words.lead, names)
    }
    case 'neutralised': {
      const { kind, firstLap: first, lastLap: last } = moment.period
      const laps =
        first === last ? fill(words.oneLap, { lap: first }) : fill(words.laps, { first, last })
      return `${words[kind]}, ${laps}`
    }
    case 'retirement':
      return fill(words.retirement, { driver: nameOf(moment.driver) })
    case 'fastestLap':
      return `${fill(words.fastestLap, { driver: nameOf(moment.driver) })}, ${formatTime(moment.best.timeMs)}`
    default:
      return ''
  }
}

const MOVES = [
  'lead',
  'pass',
  'undercut',
  'rivalPitted',
  'pitStops',
  'rivalRetired',
  'weatherStop',
] as const

function isWorded(key: string): key is (typeof MOVES)[number] {
  return MOVES.some((move) => move === key)
}

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
