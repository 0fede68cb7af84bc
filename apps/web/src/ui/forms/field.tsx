import { createContext, type ReactNode, use, useId, useMemo } from 'react'

interface FieldProps {
  readonly label: string
  /** Where rows of fields have one heading, the label is read out, and not shown. */
  readonly isLabelHidden?: boolean
  readonly name?: string
  /** It helps before anything is wrong. */
  readonly hint?: ReactNode
  /** It says in words what is wrong; the field is marked as long as there is one. */
  readonly error?: string | null
  readonly disabled?: boolean
  /** The control is Input, TextArea or Select. */
  readonly children: ReactNode
}

interface ControlProps {
  readonly id?: string
  readonly name?: string | undefined
  readonly disabled?: boolean
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean
}

export const FieldContext = createContext<ControlProps>({})

/** Returns the attributes that tie a control to its label, hint and error. */
export function useFieldControl(): ControlProps {
  return use(FieldContext)
}

export function Field({
  label,
  isLabelHidden = false,
  name,
  hint,
  error = null,
  disabled = false,
  children,
}: FieldProps) {
  const id = useId()
  const hintId = hint === undefined ? '' : `${id}-hint`
  const errorId = error === null ? '' : `${id}-error`
  const control = useMemo(
    () => ({
      id,
      name,
      disabled,
      'aria-describedby': `${hintId} ${errorId}`.trim() || undefined,
      'aria-invalid': errorId !== '',
    }),
    [id, name, disabled, hintId, errorId],
  )
  return (
    <div className="flex flex-col gap-1.5">
      <label
        htmlFor={id}
        className={isLabelHidden ? 'sr-only' : `w-fit text-small ${disabled ? 'text-faint' : ''}`}
      >
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {hintId !== '' && (
        <p id={hintId} className="text-small text-muted">
          {hint}
        </p>
      )}
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <p id={id} className="flex gap-1.5 text-small text-bad">
      <span aria-hidden="true" className="font-semibold">
        !
      </span>
      {children}
    </p>
  )
}
