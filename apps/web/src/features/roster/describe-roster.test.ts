import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent } from '../../testing/a-season.ts'
import { en } from '../../testing/text.ts'
import { describeRoster } from './describe-roster.ts'
import { newDriver } from './roster-update.ts'

const RED = { id: 'red', name: 'Red', colour: '#ff0000' }
const ANN = { ...newDriver('Ann'), id: 'ann' }
const FIRST = { ...anEvent(1), name: 'Opening' }
const describe = describeRoster(
  { events: [FIRST] },
  { teams: [], drivers: [{ ...ANN, name: 'Anna' }] },
  { teams: [RED], drivers: [ANN] },
)

for (const [rule, path, before, after, words] of [
  ['a number', ['drivers', 'ann', 'carNumber'], 7, 8, `Ann: ${en('roster.carNumber')}: 7 → 8`],
  ['nothing', ['drivers', 'ann', 'tier'], '', 'Pro', `Ann: ${en('roster.tier')}: – → Pro`],
  ['no team', ['drivers', 'ann', 'teamId'], null, 'red', `Ann: ${en('roster.team')}: – → Red`],
  [
    'an event',
    ['drivers', 'ann', 'toEventId'],
    undefined,
    FIRST.id,
    `Ann: ${en('roster.lastEvent')}: – → Opening`,
  ],
  [
    'yes and no',
    ['drivers', 'ann', 'isReserve'],
    false,
    true,
    `Ann: ${en('roster.reserve')}: ${en('organiser.no')} → ${en('organiser.yes')}`,
  ],
  ['a list', ['drivers', 'ann', 'tier'], [], {}, `Ann: ${en('roster.tier')}: … → …`],
  ['a field without a label', ['drivers', 'ann', 'other'], 1, 2, 'Ann: other: 1 → 2'],
  ['nobody known', ['drivers', 'who', 'tier'], 'A', 'B', `–: ${en('roster.tier')}: A → B`],
  [
    'one who came',
    ['drivers', 'bob'],
    undefined,
    { name: 'Bob' },
    `Bob: ${en('organiser.partAdded')}`,
  ],
  ['one who went', ['drivers', 'ann'], ANN, undefined, `Ann: ${en('organiser.partRemoved')}`],
  [
    'one who is another',
    ['drivers', 'ann'],
    { name: 'Old' },
    ANN,
    `Old: ${en('organiser.didUpdate')}`,
  ],
  ['the order', ['drivers'], [], [], `${en('roster.title')}: ${en('organiser.didUpdate')}`],
] as const) {
  test(`what differs of a roster is said: ${rule}`, () => {
    assert.deepEqual(describe({ path, before, after }, en), [words])
  })
}

test('an event without a name has that of its track', () => {
  const event = { ...anEvent(2), name: '', track: 5 }
  const words = describeRoster({ events: [event] })
  const difference = { path: ['drivers', 'ann', 'fromEventId'], before: null, after: event.id }
  assert.deepEqual(words(difference, en), [`–: ${en('roster.firstEvent')}: – → Monaco`])
})
