import type { SignUpCreate, SignUpQuestion } from '@pitboard/contract/sign-ups/sign-ups'
import type { SignUpFormRow, StoredAnswer } from './sign-up-tables.ts'
import { invalidField } from '../../platform/http/api-error.ts'
import { isVisibleText, readDriverName, readName } from '../../platform/http/sanitize-text.ts'

/** Reads the fields of a sign-up as they are stored. Throws a 400 for what the form does not ask for. */
export function readSignUp({ tiers, questions }: SignUpFormRow, body: SignUpCreate) {
  const name = readDriverName('/name', body.name)
  const isTierKnown =
    tiers.length === 0 ? body.tier === '' : tiers.some((tier) => tier.name === body.tier)
  if (!isTierKnown) throw invalidField('/tier', 'is not a tier of this season')
  return {
    name,
    tier: body.tier,
    platform_id: body.platformId === null ? null : readName('/platformId', body.platformId),
    answers: JSON.stringify(readAnswers(questions, body)),
  }
}

function readAnswers(
  questions: readonly SignUpQuestion[],
  { answers }: SignUpCreate,
): StoredAnswer[] {
  const known = new Set(questions.map(({ id }) => id))
  const given = new Map(
    answers.map(({ questionId, answer }) => [questionId.toLowerCase(), answer.trim()]),
  )
  if (given.size < answers.length) throw invalidField('/answers', 'answers a question twice')
  if (![...given.keys()].every((id) => known.has(id))) {
    throw invalidField('/answers', 'answers a question that is not asked')
  }
  return questions.flatMap((question) => {
    const answer = given.get(question.id) ?? ''
    const path = `/answers/${question.id}`
    if (answer === '') {
      if (question.isRequired) throw invalidField(path, 'is missing')
      return []
    }
    if (!isValid(question, answer)) throw invalidField(path, 'is not a possible answer')
    return [{ questionId: question.id, question: question.label, answer }]
  })
}

function isValid({ kind, choices }: SignUpQuestion, answer: string): boolean {
  if (kind === 'text') return isVisibleText(answer)
  return (kind === 'choice' ? choices : ['yes', 'no']).includes(answer)
}
