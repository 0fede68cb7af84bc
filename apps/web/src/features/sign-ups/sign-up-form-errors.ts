import { SIGN_UP_MAX, type SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { Text } from '../../messages/create-text.ts'
import type { FormErrors } from '../../ui/forms/form-fields.tsx'

const CHOICES_MIN = 2

/** What is wrong with a form, by the path of its field; null if nothing is. */
export function findFormErrors(form: SignUpForm, t: Text): FormErrors | null {
  const { opensAt, closesAt, tiers, questions } = form
  const names = tiers.map(({ name }) => name.trim())
  const isOver = opensAt !== null && closesAt !== null && closesAt <= opensAt
  const errors: Record<string, string> = {}
  if (isOver) errors['closesAt'] = t('participation.closesEarly')
  for (const [index, name] of names.entries()) {
    const path = `tiers/${index}/name`
    if (name === '') errors[path] = t('participation.tierNameMissing')
    else if (names.indexOf(name) < index) errors[path] = t('participation.tierNameTaken')
  }
  for (const [index, question] of questions.entries()) {
    const path = `questions/${index}`
    if (question.label.trim() === '') errors[`${path}/label`] = t('participation.questionMissing')
    const wrong = choicesError(question, t)
    if (wrong !== null) errors[`${path}/choices`] = wrong
  }
  return Object.keys(errors).length > 0 ? errors : null
}

function choicesError({ kind, choices }: SignUpForm['questions'][number], t: Text): string | null {
  if (kind !== 'choice') return null
  const given = choices.map((choice) => choice.trim()).filter(Boolean)
  if (given.length < CHOICES_MIN) return t('participation.choicesMissing')
  const max = SIGN_UP_MAX.choiceCharacters
  return given.some((choice) => choice.length > max)
    ? t('participation.choiceTooLong', { max })
    : null
}

/** Of every field that the server may refuse. */
export function formFieldPaths({ tiers, questions }: SignUpForm): string[] {
  return [
    'opensAt',
    'closesAt',
    'capacity',
    'note',
    ...tiers.map((_, index) => `tiers/${index}/name`),
    ...questions.flatMap((_, index) => [`questions/${index}/label`, `questions/${index}/choices`]),
  ]
}
