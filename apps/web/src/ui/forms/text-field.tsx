import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { entryOf } from './form.tsx'

interface TextFieldProps {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email'
  /** What a password manager knows it by. */
  readonly autoComplete: string
  readonly inputMode?: 'numeric'
  readonly maxLength?: number
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly defaultValue?: string
  /** Seen and kept by password managers, not changed. */
  readonly readOnly?: boolean
}

/** A labelled line of text of a form. */
export function TextField({ name, label, hint, error, type = 'text', ...rest }: TextFieldProps) {
  const isPlain = type === 'email' || rest.inputMode === 'numeric'
  return (
    <Field name={name} label={label} hint={hint} error={error ?? null}>
      <Input
        {...rest}
        name={name}
        type={type}
        {...(isPlain && { autoCapitalize: 'none', spellCheck: false })}
      />
    </Field>
  )
}

interface CodeFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error: string | undefined
}

/** A code of digits that an app shows or a message brings; `readCode` reads it. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={16}
    />
  )
}

/** The digits of the form's code, however they were grouped; null where there are none. */
export function readCode(entries: FormData): string | null {
  const code = entryOf(entries, 'code').replaceAll(/\D/g, '')
  return code === '' ? null : code
}
