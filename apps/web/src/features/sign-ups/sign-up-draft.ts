import type {
  SignUp,
  SignUpAnswer,
  SignUpCreate,
  SignUpForm,
} from '@pitboard/contract/sign-ups/sign-ups'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { type FieldCheck, findErrors, type FormErrors } from '../../ui/forms/form-errors.ts'

interface DraftAnswer {
  readonly id: string
  readonly answer: string
}

/** A sign-up is typed by its author in this form. */
interface SignUpDraft {
  /** It is null until it is typed: a visitor has no username to begin with. */
  readonly name: string | null
  readonly tier: string
  readonly platformId: string
  /** Only given answers are listed, in the order of the questions. */
  readonly answers: readonly DraftAnswer[]
}

/** Returns what the server has; without a sign-up, and after a withdrawal, there is nothing. */
export function draftOf(own: SignUp | null, form: SignUpForm): SignUpDraft {
  const given = new Map(own?.answers.map((one) => [one.questionId, one.answer]))
  return {
    name: own?.name ?? null,
    tier: own?.tier ?? '',
    platformId: own?.platformId ?? '',
    answers: answersOf(form, given),
  }
}

export function withAnswer(
  { answers }: SignUpDraft,
  form: SignUpForm,
  { questionId, answer }: SignUpAnswer,
): Pick<SignUpDraft, 'answers'> {
  const given = new Map(answers.map((one) => [one.id, one.answer]))
  return { answers: answersOf(form, given.set(questionId, answer)) }
}

function answersOf({ questions }: SignUpForm, given: ReadonlyMap<string, string>): DraftAnswer[] {
  return questions.flatMap(({ id }) => {
    const answer = given.get(id) ?? ''
    return answer === '' ? [] : [{ id, answer }]
  })
}

export function answerTo({ answers }: SignUpDraft, questionId: string): string {
  return answers.find(({ id }) => id === questionId)?.answer ?? ''
}

export function toBody(form: SignUpForm, draft: SignUpDraft, name: string): SignUpCreate {
  return {
    name,
    tier: form.tiers.length === 0 ? '' : draft.tier,
    platformId: draft.platformId.trim() || null,
    answers: draft.answers
      .filter(
        ({ id, answer }) => answer.trim() !== '' && form.questions.some((one) => one.id === id),
      )
      .map(({ id, answer }) => ({ questionId: id, answer })),
  }
}

/** Returns what is missing, by the names of the fields and the ids of the questions. */
export function findSignUpErrors(
  form: SignUpForm,
  draft: SignUpDraft,
  name: string,
  t: Text,
): FormErrors | null {
  const hasTier = form.tiers.length === 0 || form.tiers.some((tier) => tier.name === draft.tier)
  return findErrors([
    ...form.questions.map(({ id, isRequired }): FieldCheck => {
      const isMissing = isRequired && answerTo(draft, id).trim() === ''
      return [id, isMissing && t('participation.missing')]
    }),
    ['name', name.trim() === '' && t('participation.nameMissing')],
    ['tier', !hasTier && t('participation.tierMissing')],
  ])
}

const LABELS: Readonly<Record<string, PlainKey>> = {
  name: 'participation.name',
  tier: 'participation.tier',
  platformId: 'participation.platformId',
}

const YES_NO: Readonly<Record<string, PlainKey>> = {
  yes: 'participation.yes',
  no: 'participation.no',
}

/** Describes changes such as "Tier: Pro → Amateur"; an answer is called by its question. */
export function describeSignUp({ questions }: SignUpForm): DescribeDifference {
  return ({ path: [field = '', id], before, after }, t) => {
    const question = questions.find((one) => one.id === id)
    const key = LABELS[field]
    const label = question?.label ?? (key && t(key))
    if (label === undefined) return []
    const [was, is] = [before, after].map((value) => {
      const typed = textIn(value)
      const words = question?.kind === 'yesNo' ? YES_NO[typed] : undefined
      return words ? t(words) : typed || '–'
    })
    return [`${label}: ${was} → ${is}`]
  }
}

/** Returns the text of a field, or that of an answer. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  const answer: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'answer') : undefined
  return typeof answer === 'string' ? answer : ''
}
