import { driverSeason, type DriverSeason } from '@pitboard/analysis/season/driver-season'
import { type SeasonReview, seasonReview } from '@pitboard/analysis/season/season-review'
import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonRaces } from '@pitboard/contract/seasons/season-races'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { seasonOfTier } from '@pitboard/contract/seasons/tiers'
import type { PictureFormat } from '@pitboard/contract/site/picture-formats'
import type { Language } from '@pitboard/contract/words/languages'
import { type Text, TEXTS } from '../../messages/catalogue.ts'
import type { LeagueIdentity } from './league-identity.ts'
import {
  type Block,
  chartBlock,
  type Fact,
  factBlocks,
  leaderBlock,
  stackedPicture,
  titleBlock,
} from './stacked-picture.ts'
import { rowsBlock, type StandingRow } from './standing-rows.ts'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { pointsAfter } from '@pitboard/analysis/season/points-after'

interface ReviewPicture {
  readonly season: Season
  readonly raced: SeasonRaces
  readonly identity: LeagueIdentity | null
  /** It is the best tier where the season has none of this name. */
  readonly tier: string
  /** The key names the driver whose season is shown; it is empty for the season itself. */
  readonly driver: string
  readonly format: PictureFormat
  readonly language: Language
  readonly now: string
}

const PODIUM = 3
const LINES = 3
const CHARTS: Readonly<Record<PictureFormat, number>> = { wide: 250, square: 300, story: 620 }

/** Draws the review of a season or of a driver in it; returns undefined for a driver who has not raced. */
export function reviewPicture(options: ReviewPicture): string | undefined {
  const { season: whole, raced, identity, format, language, now } = options
  const tier = whole.tiers.find((one) => one === options.tier) ?? whole.tiers[0] ?? null
  const season = seasonOfTier(whole, tier)
  const t = TEXTS[language]
  const review = seasonReview(season, raced, now)
  const kind = [identity?.name, tier].filter(Boolean).join(' · ')
  const frame = { format, accent: identity?.accent ?? null }
  if (!review) {
    if (options.driver !== '') return undefined
    const main = [
      titleBlock(kind || t('pictures.season'), season.name),
      ...factBlocks([{ label: t('pictures.review'), value: t('pictures.notRaced') }], format),
    ]
    return stackedPicture({ ...frame, note: '', main, side: [] })
  }
  const title = t(review.isDecided ? 'reviews.title' : 'reviews.titleSoFar')
  if (options.driver === '') {
    return stackedPicture({
      ...frame,
      note: title,
      main: seasonBlocks(season, review, { kind: kind || title, t }),
      side: [
        chartOf(season, review, review.leader, { t, format }),
        ...factBlocks(seasonFacts(review, t), format),
      ],
    })
  }
  const driver = season.standings.drivers.find(({ key }) => key === options.driver)
  const own = driver && driverSeason(season, review, driver)
  if (!own) return undefined
  return stackedPicture({
    ...frame,
    note: title,
    main: [
      titleBlock(kind || title, season.name),
      leaderBlock({
        label: t('pictures.placeOf', { place: driver.position, drivers: own.drivers }),
        name: driver.name,
        colour: driver.teamColour,
        value: pointsText(driver, t),
      }),
      ...factBlocks(driverFacts(own, t).slice(0, 2), format),
    ],
    side: [
      chartOf(season, review, driver, { t, format }),
      ...factBlocks(driverFacts(own, t).slice(2), format),
    ],
  })
}

function seasonBlocks(
  { name, standings }: Season,
  { leader, second, isDecided }: SeasonReview,
  { kind, t }: { readonly kind: string; readonly t: Text },
): Block[] {
  const points = pointsText(leader, t)
  return [
    titleBlock(kind, name),
    leaderBlock({
      label: t(isDecided ? 'reviews.championLabel' : 'reviews.leaderLabel'),
      name: leader.name,
      colour: leader.teamColour,
      value: second ? `${points}, ${t('pictures.ahead', { gap: second.gapToLeader })}` : points,
    }),
    rowsBlock(standings.drivers.slice(1, PODIUM).map(rowOf)),
  ]
}

function pointsText({ points }: StandingsDriver, t: Text): string {
  return t('counts.pointCount', { count: points, points })
}

function rowOf({ name, teamColour, points }: StandingsDriver, index: number): StandingRow {
  return { place: index + 2, name, colour: teamColour, value: String(points) }
}

/** The places of each driver in the standings would cross too often: the points show who pulled away. */
function chartOf(
  { standings: { drivers } }: Season,
  { races }: SeasonReview,
  driver: StandingsDriver,
  { t, format }: { readonly t: Text; readonly format: PictureFormat },
): Block {
  const rounds = [...new Set(races.map(({ round }) => round))]
  const chosen = [driver, ...drivers.filter((other) => other !== driver)].slice(0, LINES)
  const colours = new Map(chosen.toReversed().map((one) => [one.teamColour, one]))
  const lines = drivers.map((one) => ({
    name: one.name,
    colour: one.teamColour,
    values: [0, ...rounds.map((round) => pointsAfter(one, round))],
    isMain: chosen.includes(one),
    isDashed: chosen.includes(one) && colours.get(one.teamColour) !== one,
  }))
  return chartBlock({
    label: t('pictures.progression'),
    lines,
    isFalling: false,
    height: CHARTS[format],
  })
}

const TALLIES = {
  wins: 'bests.mostWins',
  podiums: 'bests.mostPodiums',
  poles: 'pictures.mostPoles',
  fastestLaps: 'bests.mostFastestLaps',
} as const satisfies Readonly<Record<SeasonReview['tallies'][number]['kind'], string>>

const STREAKS = {
  wins: 'streaks.wins',
  podiums: 'streaks.podiums',
  points: 'pictures.pointsInARow',
} as const satisfies Readonly<Record<SeasonReview['streaks'][number]['kind'], string>>

function seasonFacts(review: SeasonReview, t: Text): Fact[] {
  const { closest, gained, driven, rounds, winners, decidedAfter } = review
  const [gain] = gained
  const event = review.races.findLast(({ round }) => round === decidedAfter)?.name
  return [
    {
      label: t('pictures.rounds'),
      value: `${driven}/${rounds} · ${t('pictures.winnerCount', { count: winners })}`,
    },
    ...(event === undefined ? [] : [{ label: t('pictures.decidedAt'), value: event }]),
    ...review.tallies
      .filter(({ kind }) => kind !== 'podiums')
      .map(({ kind, count, holders }) => ({
        label: t(TALLIES[kind]),
        value: `${count} · ${namesOf(holders)}`,
      })),
    ...(closest
      ? [
          {
            label: t('pictures.closest'),
            value: `${(closest.marginMs / 1000).toFixed(3)} s · ${closest.first.name}, ${closest.race.name}`,
          },
        ]
      : []),
    ...(gain
      ? [
          {
            label: t('pictures.mostPlacesGained'),
            value: `+${gain.count} · ${gain.driver.name}, ${gain.race.name}`,
          },
        ]
      : []),
    ...review.streaks.map(({ kind, of }) => ({
      label: t(STREAKS[kind]),
      value: `${itemAt(of, 0).length} · ${namesOf(of.map(({ driver }) => driver))}`,
    })),
  ]
}

const NAMES_MAX = 2

function namesOf(drivers: readonly StandingsDriver[]): string {
  const more = drivers.length - NAMES_MAX
  const names = drivers.slice(0, NAMES_MAX).map(({ name }) => name)
  return more > 0 ? `${names.join(', ')} +${more}` : names.join(', ')
}

function driverFacts(own: DriverSeason, t: Text): Fact[] {
  const { driver, best, rival, pace, gained } = own
  return [
    {
      label: t('pictures.ownCounts'),
      value: `${driver.wins} · ${driver.podiums} · ${driver.poles}`,
    },
    ...(best
      ? [
          {
            label: t('pictures.bestRace'),
            value: `P${best.result.position}${best.grid === null ? '' : ` (${t('pictures.fromGrid', { grid: best.grid })})`} · ${best.race.name}`,
          },
        ]
      : []),
    ...(rival
      ? [
          {
            label: t('pictures.rival'),
            value: `${rival.driver.name} · ${rival.won}:${rival.races - rival.won}`,
          },
        ]
      : []),
    ...(pace ? [{ label: t('pictures.pace'), value: `+${pace.offPercent.toFixed(2)} %` }] : []),
    ...(gained
      ? [
          {
            label: t('pictures.placesGained'),
            value: `${gained.count > 0 ? '+' : ''}${gained.count}`,
          },
        ]
      : []),
    ...own.streaks.map(({ kind, streak }) => ({
      label: t(STREAKS[kind]),
      value: String(streak.length),
    })),
  ]
}
