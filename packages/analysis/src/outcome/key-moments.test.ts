import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { PenaltyType, ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import {
  aDriver,
  happened,
  overtake,
  raceOf,
  RIVAL,
  safetyCar,
  SLICK,
  stopOn,
  TREADED,
  WINNER,
} from '../../testing/a-race.ts'
import { type KeyMoment, keyMoments } from './key-moments.ts'

const THIRD = 3
const FOURTH = 4
const FIFTH = 5
/** The race starts at this session time. */
const START_MS = 1_000
const LIGHTS = happened(1, 'lightsOut', START_MS)

const AHEAD = [100, 100, 100] as const
const BEHIND = [101, 101, 101] as const
/** The winner stops on lap 2, the rival on lap 4. */
const STOPPED = [
  [101, 120, 99, 99, 99],
  [100, 100, 100, 125, 100],
] as const
const BEST = { bestLapTimeMs: 98 }
const FLAG = happened(7, 'chequeredFlag', 300)

describe('the key moments of a race', () => {
  test('are its start and its finish if nothing else happened', () => {
    const race = raceOf(AHEAD, BEHIND, {}, {}, { events: [LIGHTS] })
    assert.deepEqual(linesOf(race), ['start 1, lap 1 @1000 #1, deciding', 'finish 1, lap 3 @1300'])
  })

  test('are none of another session, of one that nobody drove in, and of one without a lap', () => {
    const race = raceOf(AHEAD, BEHIND)
    assert.deepEqual(keyMoments({ ...race, sessionType: SessionType.Q1 }), [])
    assert.deepEqual(keyMoments({ ...race, drivers: [] }), [])
    assert.deepEqual(keyMoments(raceOf([], [])), [])
  })

  test('have neither a finish nor a deciding one while nobody has won', () => {
    const race = raceOf(AHEAD, BEHIND, { resultStatus: ResultStatus.Active })
    assert.deepEqual(linesOf(race), ['start 1, lap 1 @0'])
  })

  test('begin with an unknown leader where the laps do not say who led', () => {
    const stopped = { events: [happened(2, 'redFlag', 150, { lapNum: 2 })] }
    assert.equal(linesOf(raceOf(AHEAD, BEHIND, {}, {}, stopped))[0], 'start –, lap 1 @0')
    const unknown = raceOf([null, 100], [null, 101], { totalRaceTime: null }, {})
    assert.equal(linesOf(unknown)[0], 'start –, lap 1 @0')
  })

  test('come by their time, and those without one in the middle of their lap', () => {
    const laps = [
      [100, null, 100, null],
      [101, null, 100, null],
    ] as const
    const unknown = { totalRaceTime: null }
    const penalties = [penaltyAt(149), penaltyAt(151)]
    const winner = { ...unknown, ...stopOn(1), penalties }
    // It is unknown when the second lap ended.
    const race = raceOf(...laps, winner, { ...unknown, ...stopOn(2) }, { events: [] })
    const third = aDriver(THIRD, [102, 98], { penalties: [penaltyAt(202)] })
    assert.deepEqual(linesOf({ ...race, drivers: [...race.drivers, third] }).slice(0, -1), [
      'start 1, lap 1 @0',
      'stop 1 18, lap 1 @100',
      'penalty 1, lap 2 @149',
      // The moment lies in the middle between 100 and 200.
      'stop 2 18, lap 2 @–',
      'penalty 1, lap 2 @151',
      'penalty 3, lap 2 @202',
    ])
    assert.equal(linesOf(race).at(-1), 'finish 1, lap 4 @–', 'after all that has a time')
  })

  test('at the same time the reason comes before what it led to', () => {
    const race = raceOf([101, 101, 101], [100, 120, 100], {}, stopOn(2), {
      events: [happened(1, 'pitStop', 202, { driverIdx: RIVAL, lapNum: 2 })],
    })
    assert.deepEqual(linesOf(race).slice(1, 3), [
      'stop 2 18, lap 2 @202 #1',
      'leadChange 1<2 rivalPitted, lap 2 @202 #1, deciding',
    ])
  })
})

describe('a change of the lead', () => {
  test('is at the pass, at the last of those that are in the feed', () => {
    const laps = [
      [101, 101, 98],
      [100, 100, 101],
    ] as const
    const events = [
      LIGHTS,
      happened(2, 'overtake', 1_240, passOf(WINNER, RIVAL, 3)),
      happened(3, 'overtake', 1_250, passOf(WINNER, RIVAL, 3)),
      happened(4, 'overtake', 1_260, passOf(WINNER, RIVAL, 2)),
      happened(5, 'overtake', 1_261, passOf(WINNER, THIRD, 3)),
      happened(6, 'overtake', 1_262, passOf(THIRD, RIVAL, 3)),
      happened(7, 'collision', 1_263, passOf(WINNER, RIVAL, 3)),
    ]
    const overtakes = [overtake(WINNER, RIVAL, 3, 1_250)]
    assert.deepEqual(changesOf(raceOf(...laps, {}, {}, { overtakes, events })), [
      'leadChange 1<2 pass, lap 3 @1250 #3, deciding',
    ])
    assert.deepEqual(changesOf(raceOf(...laps, {}, {}, { overtakes, events: [LIGHTS] })), [
      'leadChange 1<2 pass, lap 3 @1300, deciding',
    ])
  })

  test('is explained as if the race had ended with its lap', () => {
    // The rival passes on lap 2, the winner passes back on lap 3.
    const overtakes = [overtake(RIVAL, WINNER, 2, 150), overtake(WINNER, RIVAL, 3, 250)]
    const race = raceOf([100, 102, 98], [101, 100, 101], {}, {}, { overtakes })
    assert.deepEqual(changesOf(race), [
      'leadChange 2<1 pass, lap 2 @201',
      'leadChange 1<2 pass, lap 3 @300, deciding',
    ])
  })

  test('is at the stop that led to it, but not before the line was crossed', () => {
    // The winner ends lap 4 at 419 ms.
    assert.deepEqual(undercutAt(430), ['leadChange 1<2 undercut, lap 4 @430 #4'])
    assert.deepEqual(undercutAt(418), ['leadChange 1<2 undercut, lap 4 @419 #4'])
  })

  test('has the stop of the rival on the rival’s own lap', () => {
    const race = raceOf([101, 100, 100, 118, 99], [100, 120, 110, 100, 100], stopOn(4), stopOn(2), {
      events: [
        happened(1, 'pitStop', 205, { driverIdx: RIVAL, lapNum: 2 }),
        happened(2, 'pitStop', 410, { driverIdx: WINNER, lapNum: 4 }),
      ],
    })
    assert.deepEqual(changesOf(race), ['leadChange 1<2 overcut, lap 2 @205 #1'])
  })

  test('is at the last retirement of the rival', () => {
    const out = { numberOfLaps: 1, resultStatus: ResultStatus.Retired }
    const race = raceOf([101, 101, 101], [100], {}, out, {
      events: [
        happened(1, 'retirement', 150, { driverIdx: RIVAL }),
        happened(2, 'retirement', 210, { driverIdx: RIVAL }),
        happened(3, 'retirement', 211, { driverIdx: THIRD }),
      ],
    })
    assert.deepEqual(changesOf(race), ['leadChange 1<2 rivalRetired, lap 2 @210 #2, deciding'])
  })

  test('is at the end of the lap where nobody knows how', () => {
    const race = raceOf([101, 101, 98], [100, 100, 101], {}, {}, { events: [LIGHTS] })
    assert.deepEqual(changesOf(race), ['leadChange 1<2 lead, lap 3 @1300, deciding'])
  })

  test('within a lap is one too, if the pass is known', () => {
    const laps = [AHEAD, BEHIND] as const
    const lost = overtake(RIVAL, WINNER, 2, 120)
    const overtakes = [lost, overtake(WINNER, RIVAL, 2, 180)]
    assert.deepEqual(changesOf(raceOf(...laps, {}, {}, { overtakes })), [
      'leadChange 1<2 pass, lap 2 @200, deciding',
    ])
    assert.deepEqual(changesOf(raceOf(...laps, {}, {}, { overtakes: [lost] })), [])
  })

  test('is none where the leader before is unknown', () => {
    const race = raceOf([100, 100, 102], [null, null, 99], {}, { totalRaceTime: 301 })
    const unknown = { ...race.drivers[1], totalRaceTime: null }
    const drivers = race.drivers.map((driver) => ({
      ...driver,
      ...(driver.driverIdx === RIVAL && unknown),
    }))
    assert.deepEqual(changesOf({ ...race, drivers }), [])
  })
})

describe('a stop', () => {
  test('counts of the first three, and of who led on its lap or the one before', () => {
    assert.deepEqual(stopsOf({ [WINNER]: 1, [RIVAL]: 1, [THIRD]: 1 }), [
      'stop 1 18, lap 1 @100',
      'stop 2 18, lap 1 @101',
      'stop 3 18, lap 1 @102',
    ])
    for (const [lap, counts] of [
      [1, true],
      [2, true],
      [3, true],
      [4, false],
    ] as const) {
      assert.equal(stopsOf({ [FOURTH]: lap }).length, Number(counts), `lap ${lap}`)
    }
  })

  test('has the time of its event, and the tyres of the lap after it', () => {
    const events = [
      happened(1, 'pitStop', 90, { driverIdx: WINNER, lapNum: 1 }),
      happened(2, 'pitStop', 215, { driverIdx: WINNER, lapNum: 2 }),
      happened(3, 'pitStop', 216, { driverIdx: RIVAL, lapNum: 2 }),
    ]
    assert.deepEqual(stopsOf({ [WINNER]: 2 }, events), ['stop 1 18, lap 2 @215 #2'])
    assert.deepEqual(stopsOf({ [WINNER]: 4 }), ['stop 1 –, lap 4 @400'])
  })
})

describe('a neutralisation', () => {
  test('is at its first event', () => {
    const events = [
      LIGHTS,
      safetyCar(2, 10, 1_150, 2),
      happened(3, 'weather', 1_150),
      safetyCar(4, 12, 1_210, 3),
      happened(5, 'redFlag', 1_250, { lapNum: 3 }),
      safetyCar(6, 20, 1_260, 3),
    ]
    const race = raceOf(AHEAD, BEHIND, {}, {}, { events })
    assert.deepEqual(linesOf(race, 'neutralised'), [
      'neutralised safetyCar, lap 2 @1150 #2',
      'neutralised redFlag, lap 3 @1250 #5',
      'neutralised virtualSafetyCar, lap 3 @1260 #6',
    ])
  })
})

describe('a retirement', () => {
  const out = { resultStatus: ResultStatus.Retired, finishingPosition: 5 }

  function retirementsOf(events: SessionEvent[], known: Partial<Driver> = out): string[] {
    const race = raceOf(AHEAD, BEHIND, {}, {}, { events })
    const drivers = [...race.drivers, aDriver(FIFTH, [103], known)]
    return linesOf({ ...race, drivers }, 'retirement')
  }

  test('is on the lap of its event, else on the one after the last that was driven', () => {
    assert.deepEqual(retirementsOf([LIGHTS]), ['retirement 5 –, lap 2 @1103'])
    const event = happened(2, 'retirement', 150, { driverIdx: FIFTH, lapNum: 3 })
    const others = [
      happened(1, 'retirement', 140, { driverIdx: FIFTH, lapNum: 1 }),
      event,
      happened(3, 'retirement', 151, { driverIdx: RIVAL, lapNum: 1 }),
    ]
    assert.deepEqual(retirementsOf(others), ['retirement 5 –, lap 3 @150 #2'])
  })

  test('before the end of the first lap is at the start if nothing says when', () => {
    assert.deepEqual(retirementsOf([LIGHTS], { ...out, numberOfLaps: 0 }), [
      'retirement 5 –, lap 1 @1000',
    ])
  })

  test('is one of who did not finish, not of who was disqualified or finished', () => {
    const { DidNotFinish, Disqualified, Finished } = ResultStatus
    assert.equal(retirementsOf([], { resultStatus: DidNotFinish }).length, 1)
    assert.deepEqual(retirementsOf([], { resultStatus: Disqualified }), [])
    assert.deepEqual(retirementsOf([], { resultStatus: Finished }), [])
  })

  test('names whom the car touched on that lap or the one before, from either side', () => {
    const touch = (
      driverIdx: number | null,
      otherDriverIdx: number | null,
      lapNum: number | null,
    ) =>
      retirementsOf([
        happened(1, 'collision', 120, { driverIdx, otherDriverIdx, lapNum }),
        happened(2, 'retirement', 350, { driverIdx: FIFTH, lapNum: 4 }),
      ])
    const [none, rival] = ['retirement 5 –, lap 4 @350 #2', 'retirement 5 2, lap 4 @350 #2']
    assert.deepEqual(touch(FIFTH, RIVAL, 4), [rival])
    assert.deepEqual(touch(RIVAL, FIFTH, 4), [rival])
    assert.deepEqual(touch(FIFTH, RIVAL, 3), [rival])
    assert.deepEqual(touch(FIFTH, RIVAL, 2), [none])
    assert.deepEqual(touch(FIFTH, RIVAL, 5), [none])
    assert.deepEqual(touch(FIFTH, RIVAL, null), [none])
    assert.deepEqual(touch(FIFTH, null, 4), [none])
    assert.deepEqual(touch(WINNER, RIVAL, 4), [none])
    const passed = happened(1, 'overtake', 1, {
      driverIdx: FIFTH,
      otherDriverIdx: RIVAL,
      lapNum: 2,
    })
    assert.deepEqual(retirementsOf([passed, LIGHTS]), ['retirement 5 –, lap 2 @1103'])
  })

  test('names the last one of several', () => {
    assert.deepEqual(retirementsOf([touchOf(1, RIVAL), touchOf(2, WINNER)]), [
      'retirement 5 1, lap 2 @103',
    ])
  })
})

describe('a collision', () => {
  test('counts of the first three and of who led before, whoever reports it', () => {
    assert.deepEqual(collisionsOf([THIRD, FIFTH, 3]), ['collision 3 5, lap 3 @110 #1'])
    assert.deepEqual(collisionsOf([FIFTH, THIRD, 3]), ['collision 3 5, lap 3 @110 #1'])
    assert.deepEqual(collisionsOf([FIFTH, FOURTH, 2]), ['collision 4 5, lap 2 @110 #1'])
    assert.deepEqual(collisionsOf([FIFTH, FOURTH, 3]), [])
    assert.deepEqual(collisionsOf([FIFTH, FOURTH, 1]), [])
    assert.deepEqual(collisionsOf([FIFTH, FOURTH, null]), [])
    assert.deepEqual(collisionsOf([THIRD, FIFTH, null]), [])
  })

  test('is one with something else if nobody knows the other car', () => {
    assert.deepEqual(collisionsOf([WINNER, null, 2]), ['collision 1 –, lap 2 @110 #1'])
    assert.deepEqual(collisionsOf([WINNER, 19, 2]), ['collision 1 –, lap 2 @110 #1'])
    assert.deepEqual(collisionsOf([null, null, 2]), [])
  })

  test('counts once for two cars on a lap', () => {
    assert.deepEqual(
      collisionsOf([WINNER, RIVAL, 2], [RIVAL, WINNER, 2], [WINNER, RIVAL, 2], [WINNER, RIVAL, 3]),
      ['collision 1 2, lap 2 @110 #1', 'collision 1 2, lap 3 @113 #4'],
    )
    assert.deepEqual(collisionsOf([WINNER, RIVAL, 2], [WINNER, THIRD, 2], [WINNER, null, 2]), [
      'collision 1 2, lap 2 @110 #1',
      'collision 1 3, lap 2 @111 #2',
      'collision 1 –, lap 2 @112 #3',
    ])
    assert.deepEqual(collisionsOf([null, WINNER, 2], [WINNER, null, 2]).length, 1)
  })

  test('is what the feed calls one', () => {
    const event = { driverIdx: WINNER, otherDriverIdx: RIVAL, lapNum: 2 }
    const events = [happened(1, 'overtake', 110, event)]
    assert.deepEqual(linesOf(raceOf(AHEAD, BEHIND, {}, {}, { events }), 'collision'), [])
  })
})

describe('a penalty', () => {
  test('counts if it costs time or the result, and of the first three', () => {
    for (const [penaltyType, counts] of [
      [PenaltyType.DriveThrough, true],
      [PenaltyType.StopGo, true],
      [PenaltyType.TimePenalty, true],
      [PenaltyType.Disqualified, true],
      [PenaltyType.Warning, false],
    ] as const) {
      const race = raceOf(AHEAD, BEHIND, {}, { penalties: [{ ...penaltyAt(150), penaltyType }] })
      assert.equal(linesOf(race, 'penalty').length, Number(counts), String(penaltyType))
    }
    const third = aDriver(THIRD, BEHIND, { penalties: [penaltyAt(150)] })
    const fourth = aDriver(FOURTH, BEHIND, { penalties: [penaltyAt(150)] })
    const race = raceOf(AHEAD, BEHIND)
    assert.deepEqual(linesOf({ ...race, drivers: [...race.drivers, third, fourth] }, 'penalty'), [
      'penalty 3, lap 2 @150',
    ])
  })

  test('has the event of its driver and time', () => {
    const events = [
      happened(1, 'penalty', 150, { driverIdx: WINNER }),
      happened(2, 'penalty', 149, { driverIdx: RIVAL }),
      happened(3, 'warning', 150, { driverIdx: RIVAL }),
      happened(4, 'penalty', 150, { driverIdx: RIVAL }),
    ]
    const race = raceOf(AHEAD, BEHIND, {}, { penalties: [penaltyAt(150)] }, { events })
    assert.deepEqual(linesOf(race, 'penalty'), ['penalty 2, lap 2 @150 #4'])
  })
})

describe('the fastest lap', () => {
  test('is at the event with its time, else at the end of the lap', () => {
    assert.deepEqual(fastestLapOf(BEST), ['fastestLap 2 98, lap 2 @1199'])
    const events = [
      happened(1, 'fastestLap', 101, { driverIdx: RIVAL, value: 101 }),
      happened(2, 'fastestLap', 198, { driverIdx: RIVAL, value: 98 }),
      happened(3, 'fastestLap', 203, { driverIdx: RIVAL, value: 98 }),
      happened(4, 'fastestLap', 204, { driverIdx: RIVAL, value: 97 }),
      happened(5, 'fastestLap', 205, { driverIdx: WINNER, value: 98 }),
    ]
    // The replay shows the lap, not the line after it.
    assert.deepEqual(fastestLapOf(BEST, events), ['fastestLap 2 98, lap 2 @203'])
  })

  test('is none where nobody knows which it was, or there is none', () => {
    assert.deepEqual(fastestLapOf({ bestLapTimeMs: 97 }), [])
    assert.deepEqual(fastestLapOf({}), [])
  })
})

describe('the finish', () => {
  test('has the event of the winner, else the chequered flag', () => {
    assert.deepEqual(
      finishOf(FLAG, winnerEvent(8, WINNER), winnerEvent(9, WINNER), winnerEvent(10, RIVAL)),
      ['finish 1, lap 3 @300 #9'],
    )
    assert.deepEqual(finishOf(LIGHTS, FLAG, winnerEvent(10, RIVAL)), ['finish 1, lap 3 @1300 #7'])
    assert.deepEqual(finishOf(), ['finish 1, lap 3 @300'])
  })
})

describe('the moment that decided the race', () => {
  const laterFaster = [
    [101, 101, 98],
    [100, 100, 101],
  ] as const
  for (const [move, race, expected] of [
    ['from pole', raceOf(AHEAD, BEHIND), 'start 1, lap 1 @0, deciding'],
    ['a good start', raceOf(AHEAD, BEHIND, { startingPosition: 4 }), 'start 1, lap 1 @0, deciding'],
    ['an undercut', raceOf(...STOPPED, stopOn(2), stopOn(4)), 'stop 1 18, lap 2 @221, deciding'],
    [
      'an overcut',
      raceOf([101, 100, 100, 118, 99], [100, 120, 110, 100, 100], stopOn(4), stopOn(2)),
      'stop 1 18, lap 4 @419, deciding',
    ],
    [
      'a stop for the weather',
      raceOf(...STOPPED, stopOn(2, SLICK, TREADED), stopOn(4, SLICK, TREADED)),
      `stop 1 ${TREADED}, lap 2 @221, deciding`,
    ],
    [
      'a stop of the rival',
      raceOf([101, 101, 101], [100, 120, 100], {}, stopOn(2)),
      'leadChange 1<2 rivalPitted, lap 2 @202, deciding',
    ],
    [
      'stops of all who were ahead',
      withDriver(
        raceOf([101, 102, 99, 99], [100, 100, 131, 100], {}, stopOn(3)),
        aDriver(THIRD, [101, 100, 130, 100], stopOn(3)),
      ),
      'leadChange 1<2 pitStops, lap 3 @302, deciding',
    ],
    [
      'a retirement',
      raceOf([101, 101], [100], {}, { resultStatus: ResultStatus.Retired }),
      'leadChange 1<2 rivalRetired, lap 2 @202, deciding',
    ],
    ['something unknown', raceOf(...laterFaster), 'leadChange 1<2 lead, lap 3 @300, deciding'],
    [
      'a penalty of the rival',
      raceOf([101, 101], [100, 100], {}, { totalPenaltiesSeconds: 5 }),
      'finish 1, lap 2 @202, deciding',
    ],
    [
      'a disqualification of the rival',
      raceOf([101, 101], [100, 100], {}, { resultStatus: ResultStatus.Disqualified }),
      'finish 1, lap 2 @202, deciding',
    ],
  ] as const) {
    test(`after ${move}`, () => {
      assert.deepEqual(
        linesOf(race).filter((line) => line.endsWith('deciding')),
        [expected],
      )
    })
  }

  test('is the change of the lead on the lap of the pass, not an earlier one', () => {
    const overtakes = [
      overtake(WINNER, RIVAL, 2, 150),
      overtake(RIVAL, WINNER, 3, 250),
      overtake(WINNER, RIVAL, 4, 350),
    ]
    const race = raceOf([101, 99, 102, 98], [100, 101, 100, 101], {}, {}, { overtakes })
    assert.deepEqual(changesOf(race), [
      'leadChange 1<2 pass, lap 2 @200',
      'leadChange 2<1 pass, lap 3 @301',
      'leadChange 1<2 pass, lap 4 @400, deciding',
    ])
  })

  test('is the last change that gave the winner the lead, not that of another', () => {
    // The rival leads, stops on lap 2, leads again by the winner's stop on lap 3, and stops again.
    const race = raceOf(
      [101, 101, 130, 100, 100],
      [100, 120, 100, 130, 100],
      { pitStops: visitsOn(3) },
      { pitStops: visitsOn(2, 4) },
    )
    assert.deepEqual(changesOf(race), [
      'leadChange 1<2 rivalPitted, lap 2 @202',
      'leadChange 2<1 rivalPitted, lap 3 @320',
      'leadChange 1<2 rivalPitted, lap 4 @432, deciding',
    ])
  })

  test('is the winner’s own stop, and the one on that lap', () => {
    const race = raceOf(
      ...STOPPED,
      { ...stopOn(2), pitStops: visitsOn(1, 2) },
      { ...stopOn(4), pitStops: visitsOn(2, 4) },
    )
    assert.deepEqual(linesOf(race, 'stop'), [
      `stop 1 ${SLICK}, lap 1 @101`,
      `stop 2 ${SLICK}, lap 2 @200`,
      'stop 1 18, lap 2 @221, deciding',
      'stop 2 18, lap 4 @425',
    ])
  })
})

function passOf(by: number, of: number, lapNum: number) {
  return { driverIdx: by, otherDriverIdx: of, lapNum }
}

/** The rival's stop on lap 4 is in the feed at this time. */
function undercutAt(timeMs: number) {
  const event = { driverIdx: RIVAL, lapNum: 4 }
  const events = [
    happened(1, 'pitStop', 1, { driverIdx: WINNER, lapNum: 4 }),
    happened(2, 'pitStop', 2, { driverIdx: RIVAL, lapNum: 3 }),
    happened(3, 'retirement', 3, event),
    happened(4, 'pitStop', timeMs, event),
  ]
  return changesOf(raceOf(...STOPPED, stopOn(2), stopOn(4), { events }))
}

/**
 * Builds four cars that hold their places; the fourth leads for two laps and comes in on lap 3. Returns its
 * listed stops.
 */
function stopsOf(stops: Record<number, number>, events: SessionEvent[] = []): string[] {
  const laps: Record<number, number[]> = {
    [WINNER]: [100, 100, 100, 100],
    [RIVAL]: [101, 101, 101, 101],
    [THIRD]: [102, 102, 102, 102],
    [FOURTH]: [99, 99, 140, 100],
  }
  const drivers = Object.entries(laps).map(([index, times]) => {
    const lap = stops[Number(index)]
    return aDriver(Number(index), times, lap === undefined ? {} : stopOn(lap))
  })
  const race = raceOf([], [], {}, {}, { drivers, events })
  return linesOf(race, 'stop')
}

function collisionsOf(...touches: [number | null, number | null, number | null][]): string[] {
  const events = touches.map(([driverIdx, otherDriverIdx, lapNum], index) =>
    happened(index + 1, 'collision', 110 + index, { driverIdx, otherDriverIdx, lapNum }),
  )
  const race = raceOf([100, 100, 100, 100], [101, 101, 101, 101], {}, {}, { events })
  const third = aDriver(THIRD, [102, 102, 102, 102])
  // They lead for a lap.
  const fourth = aDriver(FOURTH, [99, 110, 110, 110])
  const fifth = aDriver(FIFTH, [106, 106, 106, 106])
  const drivers = [...race.drivers, third, fourth, fifth]
  return linesOf({ ...race, drivers }, 'collision')
}

function touchOf(seq: number, otherDriverIdx: number) {
  return happened(seq, 'collision', 120 + seq, { driverIdx: FIFTH, otherDriverIdx, lapNum: 2 })
}

function fastestLapOf(known: Partial<Driver>, events: SessionEvent[] = [LIGHTS]): string[] {
  return linesOf(raceOf([100, 100, 100], [101, 98, 102], {}, known, { events }), 'fastestLap')
}

function winnerEvent(seq: number, driverIdx: number) {
  return happened(seq, 'raceWinner', 301, { driverIdx })
}

function finishOf(...events: SessionEvent[]): string[] {
  return linesOf(raceOf(AHEAD, BEHIND, {}, {}, { events }), 'finish')
}

function indexOf(driver: Driver | null): number | string {
  return driver?.driverIdx ?? '–'
}

function visitsOn(...laps: number[]) {
  return laps.map((lapNum) => ({ lapNum, pitLaneTimeMs: null, stopTimeMs: null }))
}

function withDriver(race: SessionDetail, driver: Driver): SessionDetail {
  return { ...race, drivers: [...race.drivers, driver] }
}

function penaltyAt(penaltyIssuedTime: number) {
  return {
    penaltyType: PenaltyType.TimePenalty,
    penaltyTime: 5,
    infringementType: 17,
    otherVehicleIdx: null,
    lapNum: 2,
    penaltyIssuedTime,
  }
}

function changesOf(race: SessionDetail): string[] {
  return linesOf(race, 'leadChange')
}

/** Writes each moment, or each of one kind, as `what who, lap 2 @time #event, deciding`. */
function linesOf(race: SessionDetail, kind?: KeyMoment['kind']): string[] {
  return keyMoments(race)
    .filter((moment) => kind === undefined || moment.kind === kind)
    .map((moment) => {
      const { lap, timeMs, seq, isDeciding } = moment
      const words = [moment.kind, ...whoOf(moment)].join(' ')
      const event = seq === null ? '' : ` #${seq}`
      return `${words}, lap ${lap} @${timeMs ?? '–'}${event}${isDeciding ? ', deciding' : ''}`
    })
}

function whoOf(moment: KeyMoment): (string | number)[] {
  switch (moment.kind) {
    case 'start':
      return [indexOf(moment.leader)]
    case 'leadChange':
      return [`${indexOf(moment.leader)}<${indexOf(moment.from)}`, moment.move?.kind ?? '–']
    case 'stop':
      return [indexOf(moment.driver), moment.tyreCompound ?? '–']
    case 'neutralised':
      return [moment.period.kind]
    case 'collision':
      return [indexOf(moment.driver), indexOf(moment.other)]
    case 'retirement':
      return [indexOf(moment.driver), indexOf(moment.contact)]
    case 'penalty':
      return [indexOf(moment.driver)]
    case 'fastestLap':
      return [indexOf(moment.driver), moment.best.timeMs]
    case 'finish':
      return [indexOf(moment.outcome.winner)]
  }
}
