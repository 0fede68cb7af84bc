import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'

interface FieldProps {
  readonly label: string
  readonly name?: string
  /** What helps before anything is wrong. */
  readonly hint?: ReactNode
  /** What is wrong, in words; the field is marked as long as there is one. */
  readonly error?: string | null
  readonly disabled?: boolean
  /** The control: Input, TextArea or Select. It finds its label, hint and error by itself. */
  readonly children: ReactNode
}

export function Field({ label, name, hint, error = null, disabled = false, children }: FieldProps) {
  return (
    <BaseField.Root
      {...(name === undefined ? {} : { name })}
      invalid={error !== null}
      disabled={disabled}
      className="flex flex-col gap-1.5"
    >
      <BaseField.Label className="w-fit text-small data-disabled:text-faint">
        {label}
      </BaseField.Label>
      {children}
      {hint !== undefined && (
        <BaseField.Description className="text-small text-muted">{hint}</BaseField.Description>
      )}
      {error !== null && (
        <BaseField.Error match className="flex gap-1.5 text-small text-bad">
          <span aria-hidden="true" className="font-semibold">
            !
          </span>
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  )
}
