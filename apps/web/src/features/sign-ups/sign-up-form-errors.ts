import { SIGN_UP_MAX, type SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { Text } from '../../messages/create-text.ts'
import {
  checkNames,
  type FieldCheck,
  findErrors,
  type FormErrors,
} from '../../ui/forms/form-errors.ts'

const CHOICES_MIN = 2

/** Returns what is wrong with a form, by the path of its field; it is null if nothing is. */
export function findFormErrors(form: SignUpForm, t: Text): FormErrors | null {
  const { opensAt, closesAt, tiers, questions } = form
  const isOver = opensAt !== null && closesAt !== null && closesAt <= opensAt
  return findErrors([
    ['closesAt', isOver && t('participation.closesEarly')],
    ...checkNames(
      tiers.map(({ name }) => name.trim()),
      (index) => `tiers/${index}/name`,
      { missing: t('participation.tierNameMissing'), taken: t('participation.tierNameTaken') },
    ),
    ...questions.flatMap((question, index): FieldCheck[] => [
      [
        `questions/${index}/label`,
        question.label.trim() === '' && t('participation.questionMissing'),
      ],
      [`questions/${index}/choices`, choicesError(question, t)],
    ]),
  ])
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

/** Lists the paths of all fields that the server may refuse. */
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
