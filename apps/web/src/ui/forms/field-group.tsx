import { type ReactNode, useId, useMemo } from 'react'
import { FieldContext, FieldError } from './field.tsx'

interface FieldGroupProps {
  readonly label: string
  readonly error: string | null
  /** The children are checkboxes. */
  readonly children: ReactNode
}

/** Groups checkboxes of which some have to be chosen; an error marks them all. */
export function FieldGroup({ label, error, children }: FieldGroupProps) {
  const errorId = useId()
  const isInvalid = error !== null
  const control = useMemo(
    () => ({ 'aria-describedby': isInvalid ? errorId : undefined, 'aria-invalid': isInvalid }),
    [errorId, isInvalid],
  )
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1.5 text-small">{label}</legend>
      <FieldContext value={control}>{children}</FieldContext>
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
