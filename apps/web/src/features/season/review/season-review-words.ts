import type { ReviewedRace } from '@pitboard/analysis/season/reviewed-races'
import type { Finish, SeasonReview } from '@pitboard/analysis/season/season-review'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { itemAt } from '@pitboard/contract/wire/item-at'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import type { PlainKey, Text } from '../../../messages/create-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'
import { formatPoints } from '../../../timing/format-points.ts'

export interface ReviewSentence {
  readonly text: string
  /** The sentence is about this race; null where it is about several. */
  readonly sessionId: string | null
}

/** The sentences name this many drivers; others are counted. */
const NAMED_MAX = 3

/** Tells how the championship was decided, or how it stands. */
export function titleSentences(review: SeasonReview, t: Text): ReviewSentence[] {
  const { races, leader, isDecided, decidedAfter, leadsSince, leadChanges, rounds } = review
  const eventOf = (round: number) => races.findLast((race) => race.round === round)
  return [
    about(standText(review, t)),
    ...[decidedAfter].flatMap((round) => {
      const race = round === null ? undefined : eventOf(round)
      if (!race) return []
      const values = { round: race.round, rounds, event: race.name }
      return [about(t('review.decidedAfter', values), race)]
    }),
    ...leadChanges.flatMap(({ round, leader: taken, from, ahead }) => {
      const race = eventOf(round)
      if (!race) return []
      const gap = pointsText(ahead, t)
      const values = { round, event: race.name, name: taken.name, from: from.name, gap }
      return [about(t('review.leadChange', values), race)]
    }),
    ...[leadsSince].flatMap((round) => {
      const race = round === null ? undefined : eventOf(round)
      if (!race) return []
      const key = isDecided ? 'review.ledToTheEnd' : 'review.hasLedSince'
      return [about(t(key, { name: leader.name, round: race.round, event: race.name }))]
    }),
  ]
}

function standText(review: SeasonReview, t: Text): string {
  const { leader, second, tie, isDecided, driven, rounds } = review
  const own = { name: leader.name, points: pointsText(leader.points, t) }
  if (!second) {
    return isDecided
      ? t('review.championAlone', own)
      : t('review.leadsAlone', { ...own, driven, rounds })
  }
  const values = { ...own, second: second.name }
  if (second.gapToLeader > 0) {
    const gap = pointsText(second.gapToLeader, t)
    return isDecided
      ? t('review.champion', { ...values, gap })
      : t('review.leads', { ...values, gap, driven, rounds })
  }
  return isDecided && tie
    ? t('review.championTie', { ...values, ...tie })
    : t('review.level', { ...values, driven, rounds })
}

/** Tells who won and gained most, which races were close, and what was penalised. */
export function numberSentences(review: SeasonReview, t: Text): ReviewSentence[] {
  const { races, winners, closest, widest } = review
  return [
    ...(winners > 0 ? [about(t('review.winners', { count: winners, races: races.length }))] : []),
    ...review.tallies.map(({ kind, count, holders }) =>
      about(t(`review.${kind}`, { list: namesText(holders, t), count })),
    ),
    ...gainSentence(review, t),
    ...finishSentence('closest', closest, t),
    ...finishSentence('widest', widest, t),
    ...streakSentences(review, t),
    ...penaltySentences(review, t),
    ...recordSentences(review.records, t),
  ]
}

function gainSentence({ gained }: SeasonReview, t: Text): ReviewSentence[] {
  const [first] = gained
  if (!first) return []
  const list = gained
    .slice(0, NAMED_MAX)
    .map(({ driver, race, from, to }) =>
      t('review.gainBy', { name: driver.name, from, to, event: race.name, round: race.round }),
    )
  const more = gained.length - NAMED_MAX
  const all = more > 0 ? [...list, t('review.gainMore', { more })] : list
  const text = t('review.gain', { count: first.count, list: listText(all, t) })
  return [about(text, gained.length === 1 ? first.race : undefined)]
}

function finishSentence(
  kind: 'closest' | 'widest',
  finish: Finish | null,
  t: Text,
): ReviewSentence[] {
  if (!finish) return []
  const { race, first, second, marginMs } = finish
  const values = {
    event: race.name,
    round: race.round,
    first: first.name,
    second: second.name,
    margin: marginText(marginMs, t),
  }
  return [about(t(`review.${kind}`, values), race)]
}

const STREAKS = {
  wins: 'review.streakWins',
  podiums: 'review.streakPodiums',
  points: 'review.streakPoints',
} as const

function streakSentences({ streaks }: SeasonReview, t: Text): ReviewSentence[] {
  return streaks.map(({ kind, of }) => {
    const list =
      of.length > NAMED_MAX
        ? [t('review.several', { drivers: of.length })]
        : of.map(({ driver, first, last }) =>
            first.round === last.round
              ? t('review.streakWithin', { name: driver.name, first: first.round })
              : t('review.streakOf', {
                  name: driver.name,
                  first: first.round,
                  last: last.round,
                }),
          )
    return about(t(STREAKS[kind], { count: itemAt(of, 0).length, list: listText(list, t) }))
  })
}

function penaltySentences({ penalties }: SeasonReview, t: Text): ReviewSentence[] {
  const { seconds, cars, most, mostSeconds, decisions } = penalties
  const list = namesText(most, t)
  return [
    about(
      seconds === 0
        ? t('review.noPenalties')
        : t('review.penalties', { seconds, count: cars, list, most: mostSeconds }),
    ),
    ...(decisions > 0 ? [about(t('review.decisions', { count: decisions }))] : []),
  ]
}

const KINDS = {
  race: 'review.recordRace',
  qualifying: 'review.recordQualifying',
  practice: 'review.recordPractice',
  timeTrial: 'review.recordTimeTrial',
} as const satisfies Record<SessionKind, PlainKey>

const TYRES = {
  dry: null,
  intermediate: 'review.tyresIntermediate',
  wet: 'review.tyresWet',
} as const

/** A track has a record for each category of laps, so the sentence names it. */
export function recordSentences(records: SeasonReview['records'], t: Text): ReviewSentence[] {
  return records.map(({ driver, kind, record }) => {
    const tyres = TYRES[record.tyreClass]
    const text = t('review.record', {
      name: driver.name,
      track: trackName(record.trackId),
      time: formatLapTime(record.lapTimeMs),
      category: [
        t(KINDS[kind]),
        ...(tyres === null ? [] : [t(tyres)]),
        ...(record.weather === 'wet' ? [t('review.wetWeather')] : []),
      ].join(', '),
    })
    return { text, sessionId: record.sessionId }
  })
}

/** Writes a review as a text that can be pasted into a chat. */
export function reviewAsText(
  title: string,
  groups: readonly (readonly ReviewSentence[])[],
  address: string,
): string {
  const paragraphs = groups.map((sentences) => sentences.map(({ text }) => text).join(' '))
  return [title, ...paragraphs.filter((text) => text !== ''), address].join('\n\n')
}

export function about(text: string, race?: Pick<ReviewedRace, 'sessionId'>): ReviewSentence {
  return { text, sessionId: race?.sessionId ?? null }
}

export function pointsText(points: number, t: Text): string {
  return t('review.pointCount', { count: points, points: formatPoints(points, t.locale) })
}

/** The margin is exact to the thousandth, as results are. */
export function marginText(marginMs: number, t: Text): string {
  return marginMs < 60_000
    ? t('review.seconds', { time: (marginMs / 1000).toFixed(3) })
    : formatLapTime(marginMs)
}

function namesText(drivers: readonly StandingsDriver[], t: Text): string {
  return drivers.length > NAMED_MAX
    ? t('review.several', { drivers: drivers.length })
    : listText(
        drivers.map(({ name }) => name),
        t,
      )
}

function listText(parts: readonly string[], t: Text): string {
  return new Intl.ListFormat(t.locale).format(parts)
}
