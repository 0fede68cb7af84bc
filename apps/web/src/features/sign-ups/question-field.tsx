import { SIGN_UP_MAX, type SignUpQuestion } from '@pitboard/contract/sign-ups/sign-ups'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { TextArea } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'

interface QuestionFieldProps {
  readonly question: SignUpQuestion
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}

/** Asks a question of the organiser with the control for its kind of answer. */
export function QuestionField({ question, value, error, onChange }: QuestionFieldProps) {
  const t = useText()
  const { label, kind, choices, isRequired } = question
  const options =
    kind === 'choice'
      ? choices.map((choice) => ({ value: choice, label: choice }))
      : [
          { value: 'yes', label: t('participation.yes') },
          { value: 'no', label: t('participation.no') },
        ]
  return (
    <Field label={isRequired ? label : t('participation.optional', { label })} error={error}>
      {kind === 'text' ? (
        <TextArea
          rows={2}
          maxLength={SIGN_UP_MAX.answerCharacters}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Select
          options={options}
          value={options.some((option) => option.value === value) ? value : null}
          placeholder={t('participation.choose')}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
