import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventDriver } from '@pitboard/contract/attendance/attendance'
import type { SeasonSignUp, SignUp, SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import { en } from '../../testing/text.ts'
import { attendanceRows, countAnswers } from './attendance-rows.ts'
import { closedWords, signUpFacts } from './sign-up-facts.ts'
import { findFormErrors, formFieldPaths } from './sign-up-form-errors.ts'

const FORM: SignUpForm = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [],
  questions: [],
  note: '',
}
const OPEN: SeasonSignUp = {
  form: FORM,
  isOpen: true,
  accepted: 2,
  waiting: 0,
  tiers: [],
  own: null,
  ownTag: 'none',
}
const OWN: SignUp = {
  id: 'own',
  userId: 'U',
  username: 'Mia',
  status: 'waiting',
  name: 'Mia',
  tier: '',
  platformId: null,
  answers: [],
  waitingPlace: 1,
  createdAt: '2026-01-01T00:00:00Z',
}

const LISTED = 'If you sign up now, you go on the waiting list.'

for (const [rule, form, signUp, facts] of [
  ['without a limit', {}, {}, ['2 drivers have a place.']],
  ['with places left', { capacity: 3 }, {}, ['2 of 3 places are taken.']],
  ['without places left', { capacity: 2 }, {}, ['2 of 2 places are taken.', LISTED]],
  ['that is full and closed', { capacity: 2 }, { isOpen: false }, ['2 of 2 places are taken.']],
  ['that is full, to a driver on it', { capacity: 2 }, { own: OWN }, ['2 of 2 places are taken.']],
  [
    'with a waiting list',
    {},
    { waiting: 1 },
    ['2 drivers have a place.', '1 is on the waiting list.'],
  ],
  [
    'that needs approval',
    { needsApproval: true },
    {},
    ['2 drivers have a place.', 'An organiser approves each sign-up.'],
  ],
  [
    'with an end',
    { closesAt: '2026-10-04T12:00:00Z' },
    {},
    ['2 drivers have a place.', 'Open until Oct 4, 2026, 12:00 PM.'],
  ],
  [
    'with an end that is over',
    { closesAt: '2026-10-04T12:00:00Z' },
    { isOpen: false },
    ['2 drivers have a place.'],
  ],
] as const) {
  test(`a sign-up ${rule} says: ${facts.join(' ')}`, () => {
    assert.deepEqual(signUpFacts({ ...FORM, ...form }, { ...OPEN, ...signUp }, en), facts)
  })
}

test('a sign-up that is closed says when it closed, from that moment on, else when it opens', (t) => {
  const times = { opensAt: '2026-10-01T12:00:00Z', closesAt: '2026-10-04T12:00:00Z' }
  const wordsAt = (now: string, known: Partial<SignUpForm> = times) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse(now) })
    const words = closedWords({ ...FORM, ...known }, en)
    t.mock.timers.reset()
    return words
  }
  const [opens, closed] = [
    'It opens on Oct 1, 2026, 12:00 PM.',
    'It closed on Oct 4, 2026, 12:00 PM.',
  ]
  assert.equal(wordsAt('2026-10-04T11:59:59Z'), opens)
  assert.equal(wordsAt('2026-10-04T12:00:00Z'), closed)
  assert.equal(wordsAt('2026-10-05T12:00:00Z'), closed)
  assert.equal(wordsAt('2026-10-05T12:00:00Z', { opensAt: times.opensAt }), opens)
})

const QUESTION = { id: 'Q', label: 'Wheel?', kind: 'choice', isRequired: false } as const
const CHOICES = ['yes', 'no']
const [MISSING, LONG] = [
  'Enter at least two choices, one per line.',
  'A choice has at most 80 characters.',
]
const tiers = (...names: string[]) => names.map((name) => ({ name, capacity: null }))

for (const [known, errors] of [
  [{}, null],
  [{ opensAt: '2026-10-01T12:00:00Z', closesAt: '2026-10-01T12:00:01Z' }, null],
  [
    { opensAt: '2026-10-01T12:00:00Z', closesAt: '2026-10-01T12:00:00Z' },
    { closesAt: 'It has to close after it opens.' },
  ],
  [{ opensAt: '2026-10-01T12:00:00Z' }, null],
  [{ closesAt: '2026-10-01T12:00:00Z' }, null],
  [{ tiers: tiers('Pro', 'Am') }, null],
  [{ tiers: tiers('Pro', ' ') }, { 'tiers/1/name': 'Enter the name of the tier.' }],
  [{ tiers: tiers('Pro', ' Pro ') }, { 'tiers/1/name': 'Another tier has this name.' }],
  [{ questions: [{ ...QUESTION, choices: CHOICES }] }, null],
  [
    { questions: [{ ...QUESTION, label: ' ', choices: CHOICES }] },
    { 'questions/0/label': 'Enter the question.' },
  ],
  [{ questions: [{ ...QUESTION, choices: ['yes'] }] }, { 'questions/0/choices': MISSING }],
  [{ questions: [{ ...QUESTION, choices: ['yes', ' '] }] }, { 'questions/0/choices': MISSING }],
  [{ questions: [{ ...QUESTION, kind: 'text' as const, choices: [] }] }, null],
  [{ questions: [{ ...QUESTION, choices: ['yes', 'x'.repeat(80)] }] }, null],
  [
    { questions: [{ ...QUESTION, choices: ['yes', 'x'.repeat(81)] }] },
    { 'questions/0/choices': LONG },
  ],
  [{ questions: [{ ...QUESTION, choices: ['yes', ` ${'x'.repeat(80)} `] }] }, null],
] satisfies [Partial<SignUpForm>, object | null][]) {
  test(`a form with ${JSON.stringify(known)} has these errors: ${JSON.stringify(errors)}`, () => {
    assert.deepEqual(findFormErrors({ ...FORM, ...known }, en), errors)
  })
}

test('the server may refuse times, capacity, note, names of tiers, questions and choices', () => {
  const form = {
    ...FORM,
    tiers: tiers('Pro', 'Am'),
    questions: [{ ...QUESTION, choices: CHOICES }],
  }
  assert.deepEqual(formFieldPaths(form), [
    'opensAt',
    'closesAt',
    'capacity',
    'note',
    'tiers/0/name',
    'tiers/1/name',
    'questions/0/label',
    'questions/0/choices',
  ])
})

function driver(name: string, known: Partial<EventDriver> = {}): EventDriver {
  return {
    driverId: name,
    userId: null,
    name,
    tier: '',
    isReserve: false,
    isCalledUp: false,
    mayAnswer: true,
    answer: null,
    ...known,
  }
}

const event = (eventId: string, ...drivers: EventDriver[]) => ({
  eventId,
  deadlineAt: '2026-10-04T12:00:00Z',
  isOpen: true,
  drivers,
})

test('the reader is listed first, then drivers, then reserves, in the order of the roster', () => {
  const events = [
    event(
      'spa',
      driver('Rex', { isReserve: true }),
      driver('Ann', { tier: 'Pro' }),
      driver('Mia', { userId: 'U', isReserve: true }),
      driver('Bob'),
    ),
  ]
  const rows = attendanceRows(events, 'U')
  assert.deepEqual(
    rows.map(({ name, isOwn, isReserve, tier }) => [name, isOwn, isReserve, tier]),
    [
      ['Mia', true, true, ''],
      ['Ann', false, false, 'Pro'],
      ['Bob', false, false, ''],
      ['Rex', false, true, ''],
    ],
  )
  assert.deepEqual(
    attendanceRows(events, null).map(({ name, isOwn }) => [name, isOwn]),
    [
      ['Ann', false],
      ['Bob', false],
      ['Rex', false],
      ['Mia', false],
    ],
  )
})

test('a driver has one row for all events, by the user, else by the name', () => {
  const [red, blue] = [
    driver('Ann', { userId: 'A', isReserve: true, tier: 'Am' }),
    driver('Anna', { userId: 'A', driverId: 'second', tier: 'Pro' }),
  ]
  const rows = attendanceRows(
    [event('spa', red, driver('Bob')), event('monza', blue, driver('Bob'))],
    null,
  )
  assert.deepEqual(
    rows.map(({ key, name, tier, isReserve, entries }) => [
      key,
      name,
      tier,
      isReserve,
      [...entries.keys()],
    ]),
    [
      ['A', 'Ann', 'Am', false, ['spa', 'monza']],
      ['Bob', 'Bob', '', false, ['spa', 'monza']],
    ],
  )
  assert.equal(rows[0]?.entries.get('monza'), blue)
})

test('answers are counted of drivers and of reserves who are called up', () => {
  assert.deepEqual(
    countAnswers([
      driver('Ann', { answer: 'accepted' }),
      driver('Bob', { answer: 'declined' }),
      driver('Cas', { answer: 'tentative' }),
      driver('Dan'),
      driver('Rex', { isReserve: true, answer: 'accepted' }),
      driver('Roy', { isReserve: true, isCalledUp: true, answer: 'accepted' }),
    ]),
    { accepted: 2, declined: 1, open: 2 },
  )
})
