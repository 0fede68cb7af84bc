import { Type, type Static } from 'typebox'
import { ROSTER_MAX } from '../roster/roster.ts'
import { DriverName } from '../seasons/season.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, Instant, nullable, Page, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

export const SIGN_UP_MAX = {
  questions: 10,
  choices: 20,
  tiers: 10,
  questionCharacters: 200,
  choiceCharacters: 80,
  answerCharacters: 500,
  noteCharacters: TEXT_MAX.description,
} as const

const Capacity = nullable(
  Type.Integer({ minimum: 1, maximum: ROSTER_MAX.drivers }),
  'How many drivers may be accepted; null without a limit.',
)

export const SignUpTier = Type.Object({
  name: Type.String({
    description: 'Name of the tier, as in the roster.',
    minLength: 1,
    maxLength: TEXT_MAX.tier,
    pattern: '\\S',
  }),
  capacity: Capacity,
})
export type SignUpTier = Static<typeof SignUpTier>

export const SignUpQuestion = Type.Object({
  id: describe(Uuid, 'Id, chosen by the caller that adds it.'),
  label: Type.String({
    description: 'The question.',
    minLength: 1,
    maxLength: SIGN_UP_MAX.questionCharacters,
    pattern: '\\S',
  }),
  kind: Type.Enum(['text', 'choice', 'yesNo'], {
    description: '`text`: any text; `choice`: one of the choices; `yesNo`: `yes` or `no`.',
  }),
  choices: Type.Array(
    Type.String({ minLength: 1, maxLength: SIGN_UP_MAX.choiceCharacters, pattern: '\\S' }),
    { description: 'Choices; empty for other kinds.', maxItems: SIGN_UP_MAX.choices },
  ),
  isRequired: Type.Boolean({ description: 'Whether it must be answered.' }),
})
export type SignUpQuestion = Static<typeof SignUpQuestion>

/** An organiser decides this about the sign-up of a season. */
export const SignUpForm = Type.Object({
  opensAt: nullable(Instant, 'When it opens, UTC; null if it is open from the start.'),
  closesAt: nullable(Instant, 'When it closes, UTC; null without an end.'),
  needsApproval: Type.Boolean({ description: 'Whether an organiser accepts each driver.' }),
  capacity: Capacity,
  tiers: Type.Array(SignUpTier, {
    description: 'Tiers to choose from; empty without tiers.',
    maxItems: SIGN_UP_MAX.tiers,
  }),
  questions: Type.Array(SignUpQuestion, {
    description: 'Questions to the drivers.',
    maxItems: SIGN_UP_MAX.questions,
  }),
  note: Type.String({
    description: 'Text above the form; may be empty.',
    maxLength: SIGN_UP_MAX.noteCharacters,
  }),
})
export type SignUpForm = Static<typeof SignUpForm>

export const SignUpStatus = Type.Enum(['pending', 'accepted', 'waiting', 'refused', 'withdrawn'], {
  description:
    '`pending`: an organiser has to accept it; `accepted`: in the roster; `waiting`: on the waiting list.',
})
export type SignUpStatus = Static<typeof SignUpStatus>

export const SignUpAnswer = Type.Object({
  questionId: describe(Uuid, 'Id of the question.'),
  answer: Type.String({ description: 'The answer.', maxLength: SIGN_UP_MAX.answerCharacters }),
})
export type SignUpAnswer = Static<typeof SignUpAnswer>

const TierName = Type.String({
  description: 'Name of the tier; empty without tiers.',
  maxLength: TEXT_MAX.tier,
})

export const SignUpCreate = Type.Object({
  name: describe(DriverName, 'Name of the driver in the standings.'),
  tier: TierName,
  platformId: nullable(
    Type.String({ minLength: 1, maxLength: ROSTER_MAX.platformIdCharacters, pattern: '\\S' }),
    'Name on the platform of the game; null without one.',
  ),
  answers: Type.Array(SignUpAnswer, {
    description: 'Answers by question.',
    maxItems: SIGN_UP_MAX.questions,
  }),
})
export type SignUpCreate = Static<typeof SignUpCreate>

/** Its author and organisers see this. */
export const SignUp = Type.Object({
  id: describe(Uuid, 'Id of the sign-up.'),
  userId: describe(Uuid, 'Id of the user.'),
  username: Type.String({ description: 'Username of the user.' }),
  status: SignUpStatus,
  ...SignUpCreate.properties,
  waitingPlace: nullable(
    Type.Integer({ minimum: 1 }),
    'Place on the waiting list of the season; null for other statuses.',
  ),
  createdAt: describe(Instant, 'When the user signed up first, UTC.'),
})
export type SignUp = Static<typeof SignUp>

const TierCount = Type.Object({
  tier: TierName,
  accepted: Type.Integer({ description: 'Drivers with a place in the tier.' }),
})

export const SeasonSignUp = Type.Object({
  form: nullable(SignUpForm, 'What the organiser has decided; null without a sign-up.'),
  isOpen: Type.Boolean({ description: 'Whether drivers can sign up now.' }),
  accepted: Type.Integer({ description: 'Drivers with a place.' }),
  waiting: Type.Integer({ description: 'Drivers on the waiting list.' }),
  tiers: Type.Array(TierCount, { description: 'Drivers with a place, by tier.' }),
  own: nullable(SignUp, 'The sign-up of the caller; null without one.'),
  ownTag: Type.String({
    description: 'For `If-Match` of a change of it, there in quotes; also without a sign-up.',
  }),
})
export type SeasonSignUp = Static<typeof SeasonSignUp>

const PATH = '/api/Seasons/{seasonId}'

const FILTERS = {
  status: Type.Optional(describe(SignUpStatus, 'Only those with this status.')),
  tier: Type.Optional(describe(TierName, 'Only those of this tier.')),
}

/** Drivers get a place in a season with these calls. Answers are personal data, which no token reads. */
export const signUps = endpointTable({
  season: {
    method: 'GET',
    path: `${PATH}/signUp`,
    summary: 'The sign-up of a season: its form, how many places are taken, and the caller’s own',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    response: SeasonSignUp,
  },
  updateForm: {
    method: 'PUT',
    path: `${PATH}/signUp/form`,
    summary: 'Sets up the sign-up of a season; new places go to the first on the waiting list',
    auth: 'user',
    scope: 'leagues:write',
    params: SeasonParams,
    body: SignUpForm,
    response: SeasonSignUp,
    ifMatch: true,
  },
  signUp: {
    method: 'PUT',
    path: `${PATH}/signUp`,
    summary: 'The caller signs up, or changes their sign-up; `If-Match` has its tag',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    body: SignUpCreate,
    response: SignUp,
    ifMatch: true,
    errors: [409],
  },
  withdraw: {
    method: 'DELETE',
    path: `${PATH}/signUp`,
    summary: 'The caller gives up their place, which goes to the first on the waiting list',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    response: SignUp,
    errors: [409],
  },
  list: {
    method: 'GET',
    path: `${PATH}/signUps`,
    summary: 'Sign-ups of a season in their order, for organisers',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    query: Type.Object({ ...Page.properties, ...FILTERS }),
    list: 'pages',
    response: Type.Array(SignUp),
  },
  export: {
    method: 'GET',
    path: `${PATH}/signUps/export`,
    summary: 'Sign-ups of a season as a table, for organisers',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    query: Type.Object(FILTERS),
    file: 'text/csv',
  },
  decide: {
    method: 'PATCH',
    path: `${PATH}/signUps/{signUpId}`,
    summary: 'An organiser accepts or refuses a driver; without a free place they wait for one',
    auth: 'user',
    scope: 'leagues:write',
    params: Type.Object({
      ...SeasonParams.properties,
      signUpId: describe(Uuid, 'Id of the sign-up.'),
    }),
    body: Type.Object({
      status: Type.Enum(['accepted', 'refused'], { description: 'The decision.' }),
    }),
    response: SignUp,
    ifMatch: true,
    errors: [409],
  },
})
