import { SIGN_UP_MAX, type SignUpQuestion } from '@pitboard/contract/sign-ups/sign-ups'
import { newId } from '../../changes/new-id.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormErrors } from '../../ui/forms/form-errors.ts'
import { Input, TextArea } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'

interface QuestionRowsProps {
  readonly questions: readonly SignUpQuestion[]
  readonly errors: FormErrors
  readonly onChange: (questions: SignUpQuestion[]) => void
}

/** Edits what the organiser wants to know from every driver. */
export function QuestionRows({ questions, errors, onChange }: QuestionRowsProps) {
  const t = useText()
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-subhead">{t('participation.questions')}</legend>
      {questions.map((question, index) => (
        <QuestionRow
          key={question.id}
          question={question}
          number={index + 1}
          labelError={errors[`questions/${index}/label`] ?? null}
          choicesError={errors[`questions/${index}/choices`] ?? null}
          onChange={(next) =>
            onChange(questions.map((one) => (one === question ? { ...one, ...next } : one)))
          }
          onRemove={() => onChange(questions.filter((one) => one !== question))}
        />
      ))}
      {questions.length < SIGN_UP_MAX.questions && (
        <div>
          <Button size="small" onClick={() => onChange([...questions, newQuestion()])}>
            {t('participation.addQuestion')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface QuestionRowProps {
  readonly question: SignUpQuestion
  readonly number: number
  readonly labelError: string | null
  readonly choicesError: string | null
  readonly onChange: (question: Partial<SignUpQuestion>) => void
  readonly onRemove: () => void
}

function QuestionRow({
  question,
  number,
  labelError,
  choicesError,
  onChange,
  onRemove,
}: QuestionRowProps) {
  const t = useText()
  const kinds = (['text', 'choice', 'yesNo'] as const).map((kind) => ({
    value: kind,
    label: t(`participation.${kind}`),
  }))
  return (
    <div className="flex flex-col gap-3 rounded-l border border-line bg-panel p-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field label={t('participation.question', { number })} error={labelError}>
          <Input
            type="text"
            autoComplete="off"
            maxLength={SIGN_UP_MAX.questionCharacters}
            value={question.label}
            onChange={({ target }) => onChange({ label: target.value })}
          />
        </Field>
        <Field label={t('participation.kind', { number })}>
          <Select
            options={kinds}
            value={question.kind}
            onChange={(kind) => onChange({ kind, choices: [] })}
          />
        </Field>
      </div>
      {question.kind === 'choice' && (
        <Field label={t('participation.choices', { number })} error={choicesError}>
          <TextArea
            rows={3}
            value={question.choices.join('\n')}
            onChange={({ target }) =>
              onChange({ choices: target.value.split('\n').slice(0, SIGN_UP_MAX.choices) })
            }
            onBlur={() =>
              onChange({ choices: question.choices.map((one) => one.trim()).filter(Boolean) })
            }
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          label={t('participation.required', { number })}
          checked={question.isRequired}
          onChange={(isRequired) => onChange({ isRequired })}
        />
        <span className="ml-auto">
          <Button look="quiet" size="small" onClick={onRemove}>
            {t('participation.removeQuestion', { number })}
          </Button>
        </span>
      </div>
    </div>
  )
}

function newQuestion(): SignUpQuestion {
  return { id: newId(), label: '', kind: 'text', choices: [], isRequired: false }
}
