import type { ReactNode } from 'react'
import { entryOf } from './form.tsx'
import { TextField } from './text-field.tsx'

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
