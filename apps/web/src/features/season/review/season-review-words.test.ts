import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { driverSeason } from '@pitboard/analysis/season/driver-season'
import { seasonReview } from '@pitboard/analysis/season/season-review'
import type { SeasonRaces } from '@pitboard/contract/seasons/season-races'
import { trackName, TRACK_IDS } from '@pitboard/contract/sessions/track-names'
import type { Text } from '../../../messages/create-text.ts'
import {
  aRacedSeason,
  PAID,
  type RacedSeason,
  type RawCar,
} from '../../../testing/a-raced-season.ts'
import { de, en } from '../../../testing/text.ts'
import { driverSeasonSentences } from './driver-season-words.ts'
import { numberSentences, titleSentences } from './season-review-words.ts'

const NOW = '2027-01-01T00:00:00Z'
const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1)
const BEST = PAID[0] ?? 0

describe('the review of a season', () => {
  test('says what a count over the driven races says, in seasons of every kind', () => {
    for (const seed of SEEDS) {
      const raced = aRacedSeason(seed)
      assert.deepEqual(textsOf(raced, en), countedTexts(raced.cars), `seed ${seed}`)
    }
  })

  test('has the same numbers in German', () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const raced = aRacedSeason(seed)
      assert.deepEqual(
        textsOf(raced, de).map(numbersOf),
        textsOf(raced, en).map(numbersOf),
        `seed ${seed}`,
      )
    }
  })

  test('of a season that goes on names no champion, and there is none before the first race', () => {
    const { season, raced } = aRacedSeason(3, { rounds: 8, driven: 2 })
    const review = seasonReview(season, raced, '2026-01-16T00:00:00Z')
    assert.ok(review)
    assert.equal(review.isDecided, false)
    assert.match(titleSentences(review, en)[0]?.text ?? '', /^\w+ (leads with|and \w+ are level)/)
    assert.match(titleSentences(review, en)[0]?.text ?? '', /after 2 of 8 rounds/)
    const empty = aRacedSeason(3, { rounds: 8, driven: 0 })
    assert.equal(seasonReview(empty.season, empty.raced, NOW), null)
  })

  test('of a tier counts its own drivers, and their places on a shared grid among themselves', () => {
    const { season, raced, cars } = aRacedSeason(5)
    const [first] = season.standings.drivers
    const drivers = season.standings.drivers.filter((driver) => driver !== first)
    const tier = { ...season, tiers: ['Pro', 'Club'], standings: { ...season.standings, drivers } }
    const review = seasonReview(tier, raced, NOW)
    assert.ok(review && first)
    for (const { results, round } of review.races) {
      const others: readonly RawCar[] = cars.filter(
        (car) => car.round === round && car.name !== first.name,
      )
      for (const { driver, grid } of results) {
        const car = others.find(({ name }) => name === driver.name)
        assert.ok(car)
        assert.equal(grid, 1 + others.filter((other) => other.grid < car.grid).length)
      }
    }
  })

  test('counts a margin of two who drove the same distance alone, and none that was turned', () => {
    const { season, raced } = aRacedSeason(1, { driven: 1 })
    const changed = (change: (car: SeasonRaces['races'][number]['cars'][number]) => object) => {
      const races = raced.races.map((race) => ({
        ...race,
        cars: race.cars.map((car) => ({ ...car, ...change(car) })),
      }))
      return seasonReview(season, { ...raced, races }, NOW)?.closest ?? null
    }
    const winner = season.standings.drivers.find(({ wins }) => wins === 1)?.results[0]?.driverIdx
    assert.notEqual(
      changed(() => ({})),
      null,
    )
    assert.equal(
      changed(({ driverIdx }) => (driverIdx === winner ? { laps: 21 } : {})),
      null,
    )
    assert.equal(
      changed(({ driverIdx }) => (driverIdx === winner ? { timeMs: null } : {})),
      null,
    )
    assert.equal(
      changed(({ driverIdx }) => (driverIdx === winner ? { timeMs: 9e9 } : {})),
      null,
    )
  })

  test('names the records that its laps hold, by the name of the season and their category', () => {
    const { season, raced } = aRacedSeason(2)
    const [race] = raced.races
    assert.ok(race)
    const lap = { sessionId: race.sessionId, driverIdx: 0, trackId: 7, lapTimeMs: 88_123 }
    const records = [
      { ...lap, tyreClass: 'dry', weather: 'dry' },
      { ...lap, tyreClass: 'wet', weather: 'wet' },
      { ...lap, driverIdx: 99, tyreClass: 'dry', weather: 'dry' },
    ] as const
    const texts = textsOf({ season, raced: { ...raced, records: [...records] } }, en)
    assert.deepEqual(texts.slice(-2), [
      'Moreau holds the record of Silverstone (race) with 1:28.123, set in this season.',
      'Moreau holds the record of Silverstone (race, wet tyres, wet weather) with 1:28.123, set in this season.',
    ])
  })
})

describe('the review of a driver’s season', () => {
  test('says what a count over their races says', () => {
    for (const seed of SEEDS) {
      const { season, raced, cars } = aRacedSeason(seed)
      const review = seasonReview(season, raced, NOW)
      assert.ok(review)
      for (const driver of season.standings.drivers) {
        const own = driverSeason(season, review, driver)
        assert.ok(own)
        const texts = driverSeasonSentences(own, true, en).map(({ text }) => text)
        for (const text of countedDriver(cars, driver.name)) {
          assert.ok(texts.includes(text), `seed ${seed}: ${text}\n${texts.join('\n')}`)
        }
        const german = driverSeasonSentences(own, true, de).map(({ text }) => text)
        assert.deepEqual(german.map(numbersOf), texts.map(numbersOf))
      }
    }
  })

  test('is none for a driver who has not raced', () => {
    const { season, raced } = aRacedSeason(1)
    const review = seasonReview(season, raced, NOW)
    const [driver] = season.standings.drivers
    assert.ok(review && driver)
    assert.equal(driverSeason(season, review, { ...driver, name: 'Absent' }), null)
  })
})

function textsOf({ season, raced }: Pick<RacedSeason, 'season' | 'raced'>, t: Text): string[] {
  const review = seasonReview(season, raced, NOW)
  assert.ok(review)
  return [...titleSentences(review, t), ...numberSentences(review, t)].map(({ text }) => text)
}

function numbersOf(text: string): string[] {
  return (text.replaceAll(',', '.').match(/\d[\d.:]*\d|\d/g) ?? []).toSorted()
}

function eventOf(round: number): string {
  return trackName(TRACK_IDS[round - 1] ?? 0)
}

function points(count: number): string {
  return `${count} ${count === 1 ? 'point' : 'points'}`
}

/** Finds the same sentences in another way: by sums, sorts and patterns over the rows. */
function countedTexts(cars: readonly RawCar[]): string[] {
  const rounds = [...new Set(cars.map(({ round }) => round))]
  // It is the order of the standings, which decides between equals.
  const order = [...new Set(cars.map(({ name }) => name))]
  const sumOf = (name: string, until: number) =>
    cars
      .filter((car) => car.name === name && car.round <= until)
      .reduce((sum, car) => sum + car.points, 0)
  const [last = 0] = rounds.toReversed()
  const table = NAMES_IN_ORDER.filter((name) => order.includes(name)).toSorted(
    (a, b) => sumOf(b, last) - sumOf(a, last),
  )
  const [champion = '', second = ''] = table
  const texts = []
  const gap = sumOf(champion, last) - sumOf(second, last)
  const total = points(sumOf(champion, last))
  const isTied = gap === 0
  if (isTied) {
    // The fixture does not break ties: the counts of places may say the opposite.
    const counts = [1, 2, 3, 4, 5, 6, 7, 8].map((place) =>
      [champion, second].map(
        (name) =>
          cars.filter((car) => car.name === name && car.place === place && !car.isOut).length,
      ),
    )
    const place = counts.findIndex(([own, theirs]) => own !== theirs)
    const [own, theirs] = counts[place] ?? []
    texts.push(
      `${champion} is champion with ${total}, level with ${second}: ${own} to ${theirs} finishes in P${place + 1} decide.`,
    )
  } else {
    texts.push(`${champion} is champion with ${total}, ${points(gap)} ahead of ${second}.`)
  }
  const safe = rounds.find((round) =>
    table.every(
      (name) =>
        name === champion || sumOf(name, round) + (last - round) * BEST < sumOf(champion, round),
    ),
  )
  if (safe !== undefined) {
    texts.push(`The title was decided after round ${safe} of ${last}, ${eventOf(safe)}.`)
  }
  let leader = ''
  let since = 0
  for (const round of rounds) {
    const most = Math.max(...table.map((name) => sumOf(name, round)))
    const leaders = table.filter((name) => sumOf(name, round) === most)
    const sole = leaders.length === 1 ? (leaders[0] ?? '') : ''
    if (sole !== champion) since = 0
    else if (since === 0) since = round
    if (sole !== '' && leader !== '' && sole !== leader) {
      const ahead = points(most - sumOf(leader, round))
      texts.push(
        `After round ${round}, ${eventOf(round)}, ${sole} took the lead from ${leader}, ${ahead} ahead.`,
      )
    }
    if (sole !== '') leader = sole
  }
  if (since > 0) {
    texts.push(`${champion} led the standings from round ${since}, ${eventOf(since)}, to the end.`)
  }
  const winners = new Set(cars.flatMap(({ name, place }) => (place === 1 ? [name] : [])))
  texts.push(
    `${winners.size} ${winners.size === 1 ? 'driver' : 'drivers'} won a race, of ${rounds.length} in all.`,
  )
  const tally = (label: string, isIt: (car: RawCar) => boolean) => {
    const counts = table.map((name) => cars.filter((car) => car.name === name && isIt(car)).length)
    const most = Math.max(...counts)
    const holders = table.filter((_, index) => counts[index] === most)
    texts.push(`${label}: ${named(holders)}, ${most}.`)
  }
  tally('Most wins', ({ place }) => place === 1)
  tally('Most podiums', ({ place }) => place <= 3)
  tally('Most poles', ({ grid }) => grid === 1)
  tally('Most fastest laps', ({ round, bestMs }) =>
    cars.every((other) => other.round !== round || other.bestMs >= bestMs),
  )
  const finished = cars.filter(({ isOut }) => !isOut)
  const most = Math.max(...finished.map(({ grid, place }) => grid - place))
  const gains = finished.filter(({ grid, place }) => grid - place === most)
  const gainers = gains
    .slice(0, 3)
    .map(
      ({ name, grid, place, round }) =>
        `${name} from P${grid} to P${place} (${eventOf(round)}, round ${round})`,
    )
  if (gains.length > 3) gainers.push(`${gains.length - 3} more`)
  texts.push(`Most places gained in a race: ${most}, by ${list(gainers)}.`)
  const margins = rounds
    .map((round) => {
      const [first, next] = [1, 2].map((place) =>
        cars.find((car) => car.round === round && car.place === place),
      )
      assert.ok(first && next)
      return { round, first: first.name, next: next.name, ms: next.timeMs - first.timeMs }
    })
    .toSorted((a, b) => a.ms - b.ms)
  const [close, clear] = [margins[0], margins.at(-1)]
  assert.ok(close && clear)
  const finish = ({ round, first, next, ms }: typeof close) =>
    `${eventOf(round)}, round ${round}: ${first} ${(ms / 1000).toFixed(3)} s ahead of ${next}.`
  texts.push(`The closest finish was ${finish(close)}`, `The clearest win was ${finish(clear)}`)
  const streak = (label: string, isIt: (car: RawCar) => boolean) => {
    const runs = table.map((name) => longestRun(cars, name, isIt))
    const longest = Math.max(...runs.map(({ length }) => length))
    if (longest < 2) return
    const holders = table.flatMap((name, index) => {
      const run = runs[index]
      return run?.length === longest ? [{ name, ...run }] : []
    })
    const names =
      holders.length > 3
        ? [`${holders.length} drivers`]
        : holders.map(
            ({ name, from, length }) => `${name} (rounds ${from} to ${from + length - 1})`,
          )
    texts.push(`${label}: ${longest} races, ${list(names)}.`)
  }
  streak('Longest run of wins', ({ place, isOut }) => place === 1 && !isOut)
  streak('Longest run of podiums', ({ place, isOut }) => place <= 3 && !isOut)
  streak('Longest run in the points', (car) => car.points > 0)
  const penalised = cars.filter(({ penaltySeconds }) => penaltySeconds > 0)
  const seconds = (name: string) =>
    penalised
      .filter((car) => car.name === name)
      .reduce((sum, { penaltySeconds }) => sum + penaltySeconds, 0)
  const worst = Math.max(...table.map(seconds))
  // They are in the order in which each got the first penalty, and of the places of that race.
  const sinners = [...new Set(penalised.map(({ name }) => name))].filter(
    (name) => seconds(name) === worst,
  )
  const sum = penalised.reduce((total5, { penaltySeconds }) => total5 + penaltySeconds, 0)
  texts.push(
    sum === 0
      ? 'The game gave 0 s of penalties in races.'
      : `The game gave ${sum} s of penalties in races, to ${penalised.length} ${penalised.length === 1 ? 'car' : 'cars'}; ${named(sinners)} had most, ${worst} s.`,
  )
  return texts
}

const NAMES_IN_ORDER = ['Moreau', 'Tanaka', 'Weber', 'Kim', 'Silva', 'Novak', 'Berg', 'Okoro']

function longestRun(cars: readonly RawCar[], name: string, isIt: (car: RawCar) => boolean) {
  const own = cars.filter((car) => car.name === name).map((car) => (isIt(car) ? 'x' : '.'))
  const runs = [...own.join('').matchAll(/x+/g)].toSorted(
    (a, b) => b[0].length - a[0].length || a.index - b.index,
  )
  return { length: runs[0]?.[0].length ?? 0, from: (runs[0]?.index ?? 0) + 1 }
}

function countedDriver(cars: readonly RawCar[], name: string): string[] {
  const own = cars.filter((car) => car.name === name)
  const finished = own.filter(({ isOut }) => !isOut)
  const bestOf = (round: number) =>
    Math.min(...cars.filter((car) => car.round === round).map(({ bestMs }) => bestMs))
  const offs = own
    .map(({ round, bestMs }) => (bestMs / bestOf(round) - 1) * 100)
    .toSorted((a, b) => a - b)
  const middle = ((offs[3] ?? 0) + (offs[4] ?? 0)) / 2
  const gained = finished.reduce((sum, { grid, place }) => sum + grid - place, 0)
  const fastest = own.filter(({ round, bestMs }) => bestMs === bestOf(round)).length
  const count = (isIt: (car: RawCar) => boolean) => own.filter(isIt).length
  const [best] = finished.toSorted(
    (a, b) => a.place - b.place || b.grid - b.place - (a.grid - a.place),
  )
  return [
    `Starts ${own.length}, wins ${count(({ place }) => place === 1)}, podiums ${count(({ place }) => place <= 3)}, poles ${count(({ grid }) => grid === 1)}, fastest laps ${fastest}, retirements ${count(({ isOut }) => isOut)}.`,
    `${own.reduce((sum, { penaltySeconds }) => sum + penaltySeconds, 0)} s of penalties by the game in races.`,
    `The own best lap was ${middle.toFixed(2)} % off the best of the race, the median of ${own.length} races.`,
    ...(best
      ? [
          `Best race: P${best.place} from P${best.grid} at ${eventOf(best.round)}, round ${best.round}.`,
        ]
      : []),
    ...(gained > 0
      ? [
          `From the grid to the flag ${gained} ${gained === 1 ? 'place' : 'places'} gained over ${finished.length} races.`,
        ]
      : []),
    ...(gained < 0
      ? [
          `From the grid to the flag ${-gained} ${gained === -1 ? 'place' : 'places'} lost over ${finished.length} races.`,
        ]
      : []),
  ]
}

function named(names: readonly string[]): string {
  return names.length > 3 ? `${names.length} drivers` : list(names)
}

function list(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts)
}
