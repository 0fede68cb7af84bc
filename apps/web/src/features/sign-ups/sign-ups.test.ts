import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeasonSignUp, SignUp, SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import { en } from '../../testing/text.ts'
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
