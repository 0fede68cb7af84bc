import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SignUp, SignUpForm, SignUpQuestion } from '@pitboard/contract/sign-ups/sign-ups'
import { en } from '../../testing/text.ts'
import {
  answerTo,
  describeSignUp,
  draftOf,
  findSignUpErrors,
  toBody,
  withAnswer,
} from './sign-up-draft.ts'

const aQuestion = (id: string, more: Partial<SignUpQuestion> = {}): SignUpQuestion => ({
  id,
  label: `${id}?`,
  kind: 'text',
  choices: [],
  isRequired: false,
  ...more,
})

const FORM: SignUpForm = {
  opensAt: null,
  closesAt: null,
  needsApproval: false,
  capacity: null,
  tiers: [{ name: 'Pro', capacity: null }],
  questions: [
    aQuestion('wheel', { isRequired: true }),
    aQuestion('rookie', { kind: 'yesNo' }),
    aQuestion('team'),
  ],
  note: '',
}
const OWN: SignUp = {
  id: 'own',
  userId: 'mia',
  username: 'mia',
  name: 'Mia',
  tier: 'Pro',
  platformId: 'mia#1',
  answers: [
    { questionId: 'rookie', answer: 'yes' },
    { questionId: 'wheel', answer: 'GT' },
    { questionId: 'removed', answer: 'old' },
  ],
  status: 'pending',
  waitingPlace: null,
  createdAt: '2026-01-01T00:00:00Z',
}
const BLANK = draftOf(null, FORM)

suite('a draft of a sign-up', () => {
  test('has what was sent, with answers in the order of the questions that there are', () => {
    assert.deepEqual(draftOf(OWN, FORM), {
      name: 'Mia',
      tier: 'Pro',
      platformId: 'mia#1',
      answers: [
        { id: 'wheel', answer: 'GT' },
        { id: 'rookie', answer: 'yes' },
      ],
    })
    assert.equal(draftOf({ ...OWN, platformId: null }, FORM).platformId, '')
  })

  test('is blank where nothing was sent: its name is not typed yet', () => {
    assert.deepEqual(BLANK, { name: null, tier: '', platformId: '', answers: [] })
  })

  test('takes an answer in its place, and an empty one away', () => {
    const one = withAnswer(BLANK, FORM, { questionId: 'team', answer: 'Red' })
    const two = withAnswer({ ...BLANK, ...one }, FORM, { questionId: 'wheel', answer: 'GT' })
    assert.deepEqual(two.answers, [
      { id: 'wheel', answer: 'GT' },
      { id: 'team', answer: 'Red' },
    ])
    const draft = { ...BLANK, ...two }
    assert.equal(answerTo(draft, 'team'), 'Red')
    assert.equal(answerTo(draft, 'rookie'), '')
    const three = withAnswer(draft, FORM, { questionId: 'wheel', answer: '' })
    assert.deepEqual(three.answers, [{ id: 'team', answer: 'Red' }])
  })

  test('is sent without blanks, answers to removed questions, and a tier of a form without tiers', () => {
    const draft = {
      ...draftOf(OWN, FORM),
      platformId: ' mia#2 ',
      answers: [
        { id: 'wheel', answer: 'GT' },
        { id: 'team', answer: '  ' },
        { id: 'removed', answer: 'old' },
      ],
    }
    assert.deepEqual(toBody(FORM, draft, 'Mia'), {
      name: 'Mia',
      tier: 'Pro',
      platformId: 'mia#2',
      answers: [{ questionId: 'wheel', answer: 'GT' }],
    })
    const plain = toBody({ ...FORM, tiers: [] }, { ...draft, platformId: ' ' }, 'Mia')
    assert.deepEqual([plain.tier, plain.platformId], ['', null])
  })
})

test('a sign-up needs a name, a tier of the form, and answers to what must be answered', () => {
  const errors = (form: SignUpForm, draft: typeof BLANK, name: string) =>
    findSignUpErrors(form, draft, name, en)
  const [missing, name, tier] = [
    en('participation.missing'),
    en('participation.nameMissing'),
    en('participation.tierMissing'),
  ]
  assert.deepEqual(errors(FORM, BLANK, ' '), { wheel: missing, name, tier })
  assert.equal(errors(FORM, draftOf(OWN, FORM), 'Mia'), null)
  assert.deepEqual(errors(FORM, { ...draftOf(OWN, FORM), tier: 'Amateur' }, 'Mia'), { tier })
  const blank = { ...BLANK, tier: 'Pro', answers: [{ id: 'wheel', answer: ' ' }] }
  assert.deepEqual(errors(FORM, blank, 'Mia'), { wheel: missing })
  assert.equal(errors({ ...FORM, tiers: [], questions: [] }, BLANK, 'Mia'), null)
})

for (const [rule, path, before, after, words] of [
  ['a field has its label', ['tier'], '', 'Pro', `${en('participation.tier')}: – → Pro`],
  ['an answer is called by its question', ['answers', 'team', 'answer'], 'A', 'B', 'team?: A → B'],
  [
    'yes and no are words',
    ['answers', 'rookie', 'answer'],
    'yes',
    'no',
    `rookie?: ${en('participation.yes')} → ${en('participation.no')}`,
  ],
  ['yes is what was typed elsewhere', ['answers', 'team', 'answer'], 'yes', '', 'team?: yes → –'],
  ['an answer that came is one', ['answers', 'team'], undefined, { answer: 'A' }, 'team?: – → A'],
  ['an answer that is no text is none', ['answers', 'team'], null, { answer: 7 }, 'team?: – → –'],
] as const) {
  test(`what differs of a sign-up is said: ${rule}`, () => {
    assert.deepEqual(describeSignUp(FORM)({ path, before, after }, en), [words])
  })
}

test('what has no words is not said', () => {
  const describe = describeSignUp(FORM)
  assert.deepEqual(describe({ path: ['answers', 'removed'], before: 'A', after: 'B' }, en), [])
  assert.deepEqual(describe({ path: [], before: 'A', after: 'B' }, en), [])
})
