import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { PenaltyType, Weather } from '@pitboard/contract/wire/enumerations'
import { de, en } from '../../testing/text.ts'
import { weatherName } from '../../timing/names.ts'
import { infringementWords, penaltyWords } from '../../timing/penalty-messages.ts'
import { describeEvent } from './describe-event.ts'

const EVENT: SessionEvent = {
  seq: 1,
  kind: 'lightsOut',
  timeMs: 0,
  lapNum: 1,
  driverIdx: 4,
  otherDriverIdx: null,
  value: null,
  seconds: null,
}
const nameOf = (driverIdx: number) => `car ${driverIdx}`
const driver = 'car 4'
const other = 'car 5'
const words = (event: Partial<SessionEvent>, t = en) =>
  describeEvent({ ...EVENT, ...event }, nameOf, t)
const safetyCar = en('screen.safetyCar')

const CASES: readonly (readonly [rule: string, event: Partial<SessionEvent>, words: string])[] = [
  ['the start', { kind: 'sessionStarted' }, en('feed.eventSessionStarted')],
  ['the lights', { kind: 'lightsOut' }, en('feed.eventLightsOut')],
  ['a fastest lap', { kind: 'fastestLap' }, en('feed.eventFastestLap', { driver })],
  [
    'its time',
    { kind: 'fastestLap', value: 83_456 },
    en('feed.eventFastestLapIn', { driver, time: '1:23.456' }),
  ],
  ['a retirement', { kind: 'retirement' }, en('feed.eventOut', { driver })],
  [
    'a retirement of nobody known',
    { kind: 'retirement', driverIdx: null },
    en('feed.eventOut', { driver: en('feed.aCar') }),
  ],
  [
    'a penalty',
    { kind: 'penalty', value: PenaltyType.TimePenalty, seconds: 5 },
    en('feed.eventPenalty', { driver, penalty: penaltyWords(PenaltyType.TimePenalty, 5, en) }),
  ],
  [
    'an unknown penalty',
    { kind: 'penalty' },
    en('feed.eventPenalty', { driver, penalty: penaltyWords(-1, null, en) }),
  ],
  [
    'a penalty that ends it',
    { kind: 'penalty', value: PenaltyType.Retired },
    en('feed.eventOut', { driver }),
  ],
  ['a warning', { kind: 'warning' }, en('feed.eventWarning', { driver })],
  [
    'what it is for',
    { kind: 'warning', value: 7 },
    en('feed.eventWarningFor', { driver, reason: infringementWords(7, en) ?? '' }),
  ],
  [
    'an overtake',
    { kind: 'overtake', otherDriverIdx: 5 },
    en('feed.eventOvertake', { driver, other }),
  ],
  [
    'an overtake of nobody known',
    { kind: 'overtake' },
    en('feed.eventOvertake', { driver, other: en('feed.otherCar') }),
  ],
  ['a stop', { kind: 'pitStop' }, en('feed.eventPitStop', { driver })],
  [
    'its seconds',
    { kind: 'pitStop', value: 2_412 },
    en('feed.eventPitStopIn', { driver, seconds: '2.4' }),
  ],
  [
    'whole seconds',
    { kind: 'pitStop', value: 3_000 },
    en('feed.eventPitStopIn', { driver, seconds: '3.0' }),
  ],
  ['a safety car', { kind: 'safetyCar', value: 10 }, en('feed.phaseDeployed', { car: safetyCar })],
  ['its last lap', { kind: 'safetyCar', value: 11 }, en('feed.phaseComingIn', { car: safetyCar })],
  ['its way in', { kind: 'safetyCar', value: 12 }, en('feed.phaseIn', { car: safetyCar })],
  [
    'a virtual one',
    { kind: 'safetyCar', value: 20 },
    en('feed.phaseDeployed', { car: en('screen.virtualSafetyCar') }),
  ],
  [
    'a formation lap',
    { kind: 'safetyCar', value: 33 },
    en('feed.phaseResumes', { car: en('screen.formationLap') }),
  ],
  ['an unknown phase', { kind: 'safetyCar', value: 14 }, safetyCar],
  ['an unknown one', { kind: 'safetyCar' }, en('feed.phaseDeployed', { car: safetyCar })],
  ['a red flag', { kind: 'redFlag' }, en('feed.eventRedFlag')],
  ['the end', { kind: 'chequeredFlag' }, en('feed.eventChequeredFlag')],
  ['the winner', { kind: 'raceWinner' }, en('feed.eventWinner', { driver })],
  ['DRS', { kind: 'drsEnabled' }, en('feed.eventDrsEnabled')],
  ['no DRS', { kind: 'drsDisabled' }, en('feed.eventDrsDisabled')],
  ['a collision', { kind: 'collision' }, en('feed.eventCollision', { driver })],
  ['a touch', { kind: 'collision', otherDriverIdx: 5 }, en('feed.eventTouch', { driver, other })],
  [
    'the weather',
    { kind: 'weather', value: Weather.Storm },
    en('feed.eventWeather', { weather: weatherName(Weather.Storm, en) }),
  ],
  [
    'unknown weather',
    { kind: 'weather' },
    en('feed.eventWeather', { weather: weatherName(-1, en) }),
  ],
  ['a flashback', { kind: 'flashback' }, en('feed.eventFlashback')],
  ['the end of the session', { kind: 'sessionEnded' }, en('feed.eventSessionEnded')],
]

for (const [rule, event, expected] of CASES) {
  test(`race control says ${rule}`, () => assert.equal(words(event), expected))
}

test('seconds are written as readers of the language write them', () => {
  const said = words({ kind: 'pitStop', value: 2_412 }, de)
  assert.equal(said, de('feed.eventPitStopIn', { driver, seconds: '2,4' }))
})
