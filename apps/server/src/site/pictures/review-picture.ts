import { driverSeason, type DriverSeason } from '@pitboard/analysis/season/driver-season'
import { type SeasonReview, seasonReview } from '@pitboard/analysis/season/season-review'
import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonRaces } from '@pitboard/contract/seasons/season-races'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { seasonOfTier } from '@pitboard/contract/seasons/tiers'
import type { PictureFormat } from '@pitboard/contract/site/picture-formats'
import type { Language } from '@pitboard/contract/words/languages'
import type { LeagueIdentity } from './league-identity.ts'
import { REVIEW_WORDS, type ReviewWords } from './review-words.ts'
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
  const words = REVIEW_WORDS[language]
  const review = seasonReview(season, raced, now)
  const kind = [identity?.name, tier].filter(Boolean).join(' · ')
  const frame = { format, accent: identity?.accent ?? null }
  if (!review) {
    if (options.driver !== '') return undefined
    const main = [
      titleBlock(kind || words.season, season.name),
      ...factBlocks([words.empty], format),
    ]
    return stackedPicture({ ...frame, note: '', main, side: [] })
  }
  const title = words[review.isDecided ? 'title' : 'soFar']
  if (options.driver === '') {
    return stackedPicture({
      ...frame,
      note: title,
      main: seasonBlocks(season, review, { kind: kind || title, words }),
      side: [
        chartOf(season, review, review.leader, { words, format }),
        ...factBlocks(seasonFacts(review, words), format),
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
        label: `P${driver.position} ${words.of} ${own.drivers}`,
        name: driver.name,
        colour: driver.teamColour,
        value: `${driver.points} ${words.points}`,
      }),
      ...factBlocks(driverFacts(own, words).slice(0, 2), format),
    ],
    side: [
      chartOf(season, review, driver, { words, format }),
      ...factBlocks(driverFacts(own, words).slice(2), format),
    ],
  })
}

function seasonBlocks(
  { name, standings }: Season,
  { leader, second, isDecided }: SeasonReview,
  { kind, words }: { readonly kind: string; readonly words: ReviewWords },
): Block[] {
  const ahead = second ? `, +${second.gapToLeader} ${words.ahead}` : ''
  return [
    titleBlock(kind, name),
    leaderBlock({
      label: words[isDecided ? 'champion' : 'leader'],
      name: leader.name,
      colour: leader.teamColour,
      value: `${leader.points} ${words.points}${ahead}`,
    }),
    rowsBlock(standings.drivers.slice(1, PODIUM).map(rowOf)),
  ]
}

function rowOf({ name, teamColour, points }: StandingsDriver, index: number): StandingRow {
  return { place: index + 2, name, colour: teamColour, value: String(points) }
}

/** The places of each driver in the standings would cross too often: the points show who pulled away. */
function chartOf(
  { standings: { drivers } }: Season,
  { races }: SeasonReview,
  driver: StandingsDriver,
  { words, format }: { readonly words: ReviewWords; readonly format: PictureFormat },
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
  return chartBlock({ label: words.progression, lines, isFalling: false, height: CHARTS[format] })
}

function seasonFacts(review: SeasonReview, words: ReviewWords): Fact[] {
  const { closest, gained, driven, rounds, winners, decidedAfter } = review
  const [gain] = gained
  const event = review.races.findLast(({ round }) => round === decidedAfter)?.name
  return [
    { label: words.rounds, value: `${driven}/${rounds} · ${winners} ${words.winners}` },
    ...(event === undefined ? [] : [{ label: words.decided, value: event }]),
    ...review.tallies
      .filter(({ kind }) => kind !== 'podiums')
      .map(({ kind, count, holders }) => ({
        label: words.tallies[kind],
        value: `${count} · ${namesOf(holders)}`,
      })),
    ...(closest
      ? [
          {
            label: words.closest,
            value: `${(closest.marginMs / 1000).toFixed(3)} s · ${closest.first.name}, ${closest.race.name}`,
          },
        ]
      : []),
    ...(gain
      ? [
          {
            label: words.gained,
            value: `+${gain.count} · ${gain.driver.name}, ${gain.race.name}`,
          },
        ]
      : []),
    ...review.streaks.map(({ kind, of }) => ({
      label: words.streaks[kind],
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

function driverFacts(own: DriverSeason, words: ReviewWords): Fact[] {
  const { driver, best, rival, pace, gained } = own
  return [
    {
      label: `${words.wins1} · ${words.podiums1} · ${words.poles1}`,
      value: `${driver.wins} · ${driver.podiums} · ${driver.poles}`,
    },
    ...(best
      ? [
          {
            label: words.best,
            value: `P${best.result.position}${best.grid === null ? '' : ` (${words.from} P${best.grid})`} · ${best.race.name}`,
          },
        ]
      : []),
    ...(rival
      ? [
          {
            label: words.rival,
            value: `${rival.driver.name} · ${rival.won}:${rival.races - rival.won}`,
          },
        ]
      : []),
    ...(pace ? [{ label: words.pace, value: `+${pace.offPercent.toFixed(2)} %` }] : []),
    ...(gained
      ? [{ label: words.placesGained, value: `${gained.count > 0 ? '+' : ''}${gained.count}` }]
      : []),
    ...own.streaks.map(({ kind, streak }) => ({
      label: words.streaks[kind],
      value: String(streak.length),
    })),
  ]
}
