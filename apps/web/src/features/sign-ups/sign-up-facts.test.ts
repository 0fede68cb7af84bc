import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  type SeasonSignUp,
  SIGN_UP_MAX,
  type SignUpForm,
  type SignUpQuestion,
} from '@pitboard/contract/sign-ups/sign-ups'
import { en } from '../../testing/text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { closedWords, signUpFacts } from './sign-up-facts.ts'
import { findFormErrors, formFieldPaths } from './sign-up-form-errors.ts'

const OPENS = '2026-03-01T12:00:00.000Z'
const CLOSES = '2026-03-08T12:00:00.000Z'
const FORM: SignUpForm = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [],
  questions: [],
  note: '',
}
const SIGN_UP: SeasonSignUp = {
  form: FORM,
  isOpen: true,
  accepted: 3,
  waiting: 0,
  tiers: [],
  own: null,
  ownTag: '',
}
const OWN: SeasonSignUp['own'] = {
  id: 'own',
  userId: 'mia',
  username: 'mia',
  name: 'Mia',
  tier: '',
  platformId: null,
  answers: [],
  status: 'pending',
  waitingPlace: null,
  createdAt: OPENS,
}
const dateOf = (instant: string) => ({ date: formatDateTime(instant, en.locale) })
const accepted = en('participation.accepted', { count: 3 })
const places = (capacity: number) => en('participation.places', { accepted: 3, capacity })

const FACTS: readonly (readonly [
  rule: string,
  form: Partial<SignUpForm>,
  signUp: Partial<SeasonSignUp>,
  facts: readonly string[],
])[] = [
  ['without limits who is in is counted', {}, {}, [accepted]],
  ['with room the places are counted', { capacity: 4 }, {}, [places(4)]],
  [
    'a full field has a waiting list alone',
    { capacity: 3 },
    { waiting: 2 },
    [places(3), en('participation.waitingCount', { count: 2 }), en('participation.listOnly')],
  ],
  ['whoever has signed up knows that', { capacity: 3 }, { own: OWN }, [places(3)]],
  ['nobody joins a list that is closed', { capacity: 3 }, { isOpen: false }, [places(3)]],
  [
    'an organiser accepts',
    { needsApproval: true },
    {},
    [accepted, en('participation.needsApproval')],
  ],
  [
    'the end is said',
    { closesAt: CLOSES },
    {},
    [accepted, en('participation.openUntil', dateOf(CLOSES))],
  ],
  ['not while it is closed', { closesAt: CLOSES }, { isOpen: false }, [accepted]],
]

for (const [rule, form, signUp, facts] of FACTS) {
  test(`the facts of a sign-up: ${rule}`, () => {
    assert.deepEqual(signUpFacts({ ...FORM, ...form }, { ...SIGN_UP, ...signUp }, en), facts)
  })
}

test('a closed sign-up says when it was closed, from that moment on, else when it opens', (t) => {
  const form = { ...FORM, opensAt: OPENS, closesAt: CLOSES }
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(CLOSES) })
  assert.equal(closedWords(form, en), en('participation.closedAt', dateOf(CLOSES)))
  t.mock.timers.setTime(Date.parse(CLOSES) - 1)
  assert.equal(closedWords(form, en), en('participation.opensAt', dateOf(OPENS)))
  assert.equal(
    closedWords({ ...form, closesAt: null }, en),
    en('participation.opensAt', dateOf(OPENS)),
  )
})

test('a closed sign-up without a time of opening has closed, also by a clock that is behind', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(CLOSES) - 1 })
  const form = { ...FORM, opensAt: null, closesAt: CLOSES }
  assert.equal(closedWords(form, en), en('participation.closedAt', dateOf(CLOSES)))
})

const aQuestion = (more: Partial<SignUpQuestion>): SignUpQuestion => ({
  id: 'wheel',
  label: 'Wheel?',
  kind: 'text',
  choices: [],
  isRequired: false,
  ...more,
})
const aTier = (name: string) => ({ name, capacity: null })
const CHOICES_MISSING = { 'questions/0/choices': en('participation.choicesMissing') }

suite('a form of a sign-up', () => {
  const cases: readonly (readonly [string, Partial<SignUpForm>, object | null])[] = [
    ['with nothing is right', {}, null],
    ['that closes later is right', { opensAt: OPENS, closesAt: CLOSES }, null],
    ['that closes some time is right', { closesAt: OPENS }, null],
    [
      'that closes when it opens is wrong',
      { opensAt: OPENS, closesAt: OPENS },
      { closesAt: en('participation.closesEarly') },
    ],
    [
      'names each tier, and once',
      { tiers: [' ', 'Pro', 'Pro '].map(aTier) },
      {
        'tiers/0/name': en('participation.tierNameMissing'),
        'tiers/2/name': en('participation.tierNameTaken'),
      },
    ],
    [
      'asks something',
      { questions: [aQuestion({}), aQuestion({ label: ' ' })] },
      { 'questions/1/label': en('participation.questionMissing') },
    ],
    ['has choices', { questions: [aQuestion({ kind: 'choice' })] }, CHOICES_MISSING],
    [
      'has two choices at least',
      { questions: [aQuestion({ kind: 'choice', choices: ['A', ' '] })] },
      CHOICES_MISSING,
    ],
    [
      'has choices as long as the wire takes them',
      {
        questions: [
          aQuestion({ kind: 'choice', choices: ['A', 'B'.repeat(SIGN_UP_MAX.choiceCharacters)] }),
        ],
      },
      null,
    ],
    [
      'has no longer choices',
      {
        questions: [
          aQuestion({
            kind: 'choice',
            choices: ['A', 'B'.repeat(SIGN_UP_MAX.choiceCharacters + 1)],
          }),
        ],
      },
      {
        'questions/0/choices': en('participation.choiceTooLong', {
          max: SIGN_UP_MAX.choiceCharacters,
        }),
      },
    ],
    ['needs choices for a choice alone', { questions: [aQuestion({ kind: 'yesNo' })] }, null],
  ]
  for (const [rule, form, errors] of cases) {
    test(rule, () => assert.deepEqual(findFormErrors({ ...FORM, ...form }, en), errors))
  }

  test('has a place for every error of the server', () => {
    const form = { ...FORM, tiers: [aTier('Pro')], questions: [aQuestion({})] }
    assert.deepEqual(formFieldPaths(form), [
      'opensAt',
      'closesAt',
      'capacity',
      'note',
      'tiers/0/name',
      'questions/0/label',
      'questions/0/choices',
    ])
  })
})
