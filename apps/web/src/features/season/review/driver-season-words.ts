import type { DriverSeason } from '@pitboard/analysis/season/driver-season'
import type { Text } from '../../../messages/create-text.ts'
import { about, pointsText, recordSentences, type ReviewSentence } from './season-review-words.ts'

/** A smaller change is the form of the day. */
const TREND_PERCENT = 0.1

/** Tells a driver's season, a sentence each with its number; what is unknown is left out. */
export function driverSeasonSentences(
  season: DriverSeason,
  isDecided: boolean,
  t: Text,
): ReviewSentence[] {
  const { driver, drivers, rounds, retired, penaltiesSeconds, records } = season
  const { name, position, wins, podiums, poles, fastestLaps: fastest } = driver
  const points = pointsText(driver.points, t)
  const place = { name, position, drivers, points }
  return [
    about(t(isDecided ? 'review.ownPlaceEnd' : 'review.ownPlace', place)),
    about(t('review.ownCounts', { starts: rounds.length, wins, podiums, poles, fastest, retired })),
    ...arcSentence(season, t),
    ...raceSentences(season, t),
    ...rivalSentence(season, t),
    ...paceSentences(season, t),
    ...season.streaks.map(({ kind, streak }) =>
      about(t(STREAKS[kind], { count: streak.length, first: streak.first.round })),
    ),
    about(t('review.ownPenalties', { seconds: penaltiesSeconds })),
    ...recordSentences(records, t),
  ]
}

const STREAKS = {
  wins: 'review.ownStreakWins',
  podiums: 'review.ownStreakPodiums',
  points: 'review.ownStreakPoints',
} as const

function arcSentence({ rounds, highest, lowest }: DriverSeason, t: Text): ReviewSentence[] {
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (!first || !last || first === last || !highest || !lowest) return []
  if (highest.standing === lowest.standing) {
    const values = { place: highest.standing, rounds: rounds.length }
    return [about(t('review.ownArcFlat', values))]
  }
  const values = {
    first: first.standing,
    firstRound: first.race.round,
    last: last.standing,
    lastRound: last.race.round,
    high: highest.standing,
    highRound: highest.race.round,
    low: lowest.standing,
    lowRound: lowest.race.round,
  }
  return [about(t('review.ownArc', values))]
}

function raceSentences({ gained, best, worst }: DriverSeason, t: Text): ReviewSentence[] {
  const change = gained
    ? about(
        t(CHANGES[Math.sign(gained.count) + 1] ?? 'review.ownEven', {
          count: Math.abs(gained.count),
          races: gained.races,
        }),
      )
    : null
  return [
    change,
    best && best.result.position !== null
      ? about(
          best.grid === null
            ? t('review.best', { ...raceOf(best), position: best.result.position })
            : t('review.bestFrom', {
                ...raceOf(best),
                grid: best.grid,
                position: best.result.position,
              }),
          best.race,
        )
      : null,
    worst && worst.result.position !== null
      ? about(t('review.worst', { ...raceOf(worst), position: worst.result.position }), worst.race)
      : null,
  ].filter((sentence) => sentence !== null)
}

const CHANGES = ['review.ownLost', 'review.ownEven', 'review.ownGained'] as const

function raceOf({ race }: Pick<DriverSeason['rounds'][number], 'race'>) {
  return { event: race.name, round: race.round }
}

function rivalSentence({ rival }: DriverSeason, t: Text): ReviewSentence[] {
  if (!rival) return []
  const values = { rival: rival.driver.name, won: rival.won, races: rival.races }
  if (rival.ahead === 0) return [about(t('review.rivalLevel', values))]
  const gap = pointsText(Math.abs(rival.ahead), t)
  return [
    about(t(rival.ahead > 0 ? 'review.rivalAhead' : 'review.rivalBehind', { ...values, gap })),
  ]
}

function paceSentences({ pace }: DriverSeason, t: Text): ReviewSentence[] {
  if (!pace) return []
  const off = about(t('review.pace', { off: percentText(pace.offPercent, t), count: pace.races }))
  const { halves } = pace
  if (!halves || Math.abs(halves.first - halves.second) < TREND_PERCENT) return [off]
  const key = halves.second < halves.first ? 'review.paceBetter' : 'review.paceWorse'
  const values = { first: percentText(halves.first, t), second: percentText(halves.second, t) }
  return [off, about(t(key, values))]
}

function percentText(percent: number, { locale }: Text): string {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(percent)
}
