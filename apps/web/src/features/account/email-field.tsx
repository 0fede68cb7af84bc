import { useText } from '../../messages/use-text.ts'
import type { FormErrors } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

interface EmailFieldProps {
  readonly errors: FormErrors
  readonly hint?: string
}

/** Whose account it is: `readEmail` reads it. */
export function EmailField({ errors, hint }: EmailFieldProps) {
  const text = useText()
  return (
    <TextField
      name="email"
      type="email"
      label={text('account.email')}
      autoComplete="username"
      hint={hint}
      error={errors.email}
    />
  )
}
