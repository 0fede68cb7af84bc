import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DriverSeason, driverSeason } from '@pitboard/analysis/season/driver-season'
import { seasonReview } from '@pitboard/analysis/season/season-review'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { aRacedSeason } from '../../../testing/a-raced-season.ts'
import { en } from '../../../testing/text.ts'
import { driverSeasonSentences } from './driver-season-words.ts'
import { marginText, numberSentences, reviewAsText, titleSentences } from './season-review-words.ts'

const { season, raced } = aRacedSeason(5)
const REVIEW = seasonReview(season, raced, '2027-01-01T00:00:00Z')
assert.ok(REVIEW)
const [leader, second] = season.standings.drivers
assert.ok(leader && second)
const OWN = driverSeason(season, REVIEW, leader)
assert.ok(OWN)
const [one, two, three] = [0, 1, 2].map((index) => itemAt(OWN.rounds, index))
assert.ok(one && two && three)

const OWN_SEASON: DriverSeason = OWN

/** Tells what is known, between the counts and the penalties, which are always told. */
function told(known: Partial<DriverSeason>): string[] {
  const nothing: DriverSeason = {
    ...OWN_SEASON,
    rounds: [],
    highest: null,
    lowest: null,
    gained: null,
    best: null,
    worst: null,
    rival: null,
    pace: null,
    streaks: [],
    records: [],
  }
  const sentences = driverSeasonSentences({ ...nothing, ...known }, true, en)
  return sentences.slice(2, -1).map(({ text }) => text)
}

const at = (round: typeof one, standing: number) => ({ ...round, standing })
const placed = (round: typeof one, position: number | null, grid: number | null = null) => ({
  ...round,
  grid,
  result: { ...round.result, position },
})
const pace = (halves: { readonly first: number; readonly second: number } | null) => ({
  pace: { races: 6, offPercent: 1.234, halves },
})
const OFF = 'The own best lap was 1.23 % off the best of the race, the median of 6 races.'

describe('the season of a driver tells', () => {
  const cases: readonly [title: string, known: Partial<DriverSeason>, said: readonly string[]][] = [
    ['nothing that is unknown', {}, []],
    [
      'the way through the standings',
      {
        rounds: [at(one, 3), at(two, 1), at(three, 2)],
        highest: at(two, 1),
        lowest: at(one, 3),
      },
      [
        'P3 in the standings after round 1, P2 after round 3; at best P1 (round 2), at worst P3 (round 1).',
      ],
    ],
    [
      'a place that was never left',
      { rounds: [at(one, 2), at(two, 2)], highest: at(one, 2), lowest: at(one, 2) },
      ['P2 in the standings after each of 2 rounds.'],
    ],
    [
      'no way of a single round',
      { rounds: [at(one, 2)], highest: at(one, 2), lowest: at(one, 2) },
      [],
    ],
    [
      'places gained',
      { gained: { count: 3, races: 4 } },
      ['From the grid to the flag 3 places gained over 4 races.'],
    ],
    [
      'places lost',
      { gained: { count: -1, races: 4 } },
      ['From the grid to the flag 1 place lost over 4 races.'],
    ],
    [
      'as many gained as lost',
      { gained: { count: 0, races: 4 } },
      ['From the grid to the flag as many places gained as lost, 0, over 4 races.'],
    ],
    [
      'the best race, and the hardest',
      { best: placed(one, 2, 5), worst: placed(two, 9) },
      [
        'Best race: P2 from P5 at Melbourne, round 1.',
        'Hardest track: Paul Ricard, round 2, finished P9.',
      ],
    ],
    [
      'the best race without its grid',
      { best: placed(one, 2) },
      ['Best race: P2 at Melbourne, round 1.'],
    ],
    ['no race without a place', { best: placed(one, null, 5), worst: placed(two, null) }, []],
    [
      'a rival who is behind',
      { rival: { driver: second, ahead: 12, races: 5, won: 3 } },
      ['Closest rival: Tanaka, 12 points behind; ahead of them in 3 of 5 races.'],
    ],
    [
      'a rival who is ahead',
      { rival: { driver: second, ahead: -1, races: 5, won: 3 } },
      ['Closest rival: Tanaka, 1 point ahead; ahead of them in 3 of 5 races.'],
    ],
    [
      'a rival on the same points',
      { rival: { driver: second, ahead: 0, races: 5, won: 3 } },
      ['Closest rival: Tanaka, level on points; ahead of them in 3 of 5 races.'],
    ],
    ['the pace alone in few races', pace(null), [OFF]],
    ['no trend within a tenth of a percent', pace({ first: 1, second: 0.95 }), [OFF]],
    [
      'a pace that came closer',
      pace({ first: 1.25, second: 1 }),
      [OFF, 'It came closer: 1.25 % in the first half, 1.00 % in the second.'],
    ],
    [
      'a pace that fell back',
      pace({ first: 1, second: 1.25 }),
      [OFF, 'It fell back: 1.00 % in the first half, 1.25 % in the second.'],
    ],
  ]
  for (const [title, known, said] of cases) {
    test(title, () => assert.deepEqual(told(known), said))
  }

  test('the place that the driver has, or had at the end', () => {
    const [now] = driverSeasonSentences(OWN_SEASON, false, en)
    const [atTheEnd] = driverSeasonSentences(OWN_SEASON, true, en)
    assert.equal(now?.text, 'Moreau is P1 of 8 with 183 points.')
    assert.equal(atTheEnd?.text, 'Moreau finished P1 of 8 with 183 points.')
  })

  test('the races that it is about are led to', () => {
    const known = { ...OWN_SEASON, best: placed(one, 2, 5), worst: placed(two, 9) }
    const sentences = driverSeasonSentences(known, true, en)
    const led = sentences.filter(({ sessionId }) => sessionId !== null)
    assert.deepEqual(
      led.map(({ sessionId }) => sessionId),
      [one.race.sessionId, two.race.sessionId],
    )
  })
})

describe('the title of a season is told', () => {
  const level = { ...second, gapToLeader: 0 }
  for (const [title, known, said] of [
    ['of a champion alone', { second: null }, 'Moreau is champion with 183 points.'],
    [
      'of a leader alone',
      { second: null, isDecided: false },
      'Moreau leads with 183 points after 8 of 8 rounds.',
    ],
    [
      'of a leader',
      { isDecided: false },
      'Moreau leads with 183 points after 8 of 8 rounds, 37 points ahead of Tanaka.',
    ],
    [
      'of two who are level, where no rule separates them',
      { second: level, tie: null },
      'Moreau and Tanaka are level on 183 points after 8 of 8 rounds.',
    ],
  ] as const) {
    test(title, () => {
      assert.equal(titleSentences({ ...REVIEW, ...known }, en)[0]?.text, said)
    })
  }
})

test('decisions of stewards are counted where there are any', () => {
  const withDecisions = [0, 2].map((decisions) => {
    const review = { ...REVIEW, penalties: { ...REVIEW.penalties, decisions } }
    return numberSentences(review, en).filter(({ text }) => text.startsWith('The stewards'))
  })
  assert.deepEqual(
    withDecisions.map((sentences) => sentences.map(({ text }) => text)),
    [[], ['The stewards made 2 decisions that apply.']],
  )
})

test('a margin of a minute and more has minutes', () => {
  assert.deepEqual(
    [59_999, 60_000].map((ms) => marginText(ms, en)),
    ['59.999 s', '1:00.000'],
  )
})

test('a review as text has a paragraph for each part that says something', () => {
  const parts = [['A.', 'B.'], [], ['C.']].map((texts) =>
    texts.map((text) => ({ text, sessionId: null })),
  )
  assert.equal(
    reviewAsText('Winter Cup', parts, 'https://p.example/s'),
    'Winter Cup\n\nA. B.\n\nC.\n\nhttps://p.example/s',
  )
})
