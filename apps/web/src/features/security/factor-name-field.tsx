import { codeOf } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { TextField } from '../../ui/forms/text-field.tsx'

/** What a new second factor is called, so that its owner knows it among others. */
export function FactorNameField({ error }: { readonly error: string | undefined }) {
  const text = useText()
  return (
    <TextField
      name="factorName"
      label={text('dashboard.factorName')}
      autoComplete="off"
      maxLength={60}
      hint={text('dashboard.factorNameHint')}
      error={error}
    />
  )
}

/** The field that the service's refusal of a factor is about: its name, or the one given. */
export function fieldOf<Field extends string>(error: unknown, other: Field): Field | 'factorName' {
  return codeOf(error) === 'mfa_factor_name_conflict' ? 'factorName' : other
}
