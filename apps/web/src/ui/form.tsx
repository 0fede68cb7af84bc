import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { ButtonLook } from './button-look.ts'
import { Button } from './button.tsx'

/** What is wrong, by the name of its field; `form` for what belongs to no field. */
export type FormErrors = Readonly<Record<string, string>>

interface FormProps {
  /** Names it, where no heading does. */
  readonly label: string
  readonly submitLabel: string
  readonly submitLook?: ButtonLook
  /** Resolves with what is wrong, or with null where it went through. */
  readonly onSubmit: (entries: FormData) => Promise<FormErrors | null>
  /** For a step that comes in the place of another one: where the reader goes on. */
  readonly takesFocus?: boolean
  /** Beside the button. */
  readonly actions?: ReactNode
  readonly children: (errors: FormErrors) => ReactNode
}

/** Goes out once, however often it is sent; what is wrong stands beside its field, which is focused. */
export function Form({
  label,
  submitLabel,
  submitLook = 'primary',
  takesFocus = false,
  onSubmit,
  actions,
  children,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isUnderWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})

  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus()
  }, [takesFocus])

  useEffect(() => {
    if (Object.keys(errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }, [errors])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      setErrors((await onSubmit(new FormData(event.currentTarget))) ?? {})
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      {children(errors)}
      {errors.form !== undefined && (
        <p role="alert" className="rounded-m border-l-4 border-bad bg-raised px-3 py-2">
          {errors.form}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look={submitLook} loading={busy}>
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  )
}

export function entryOf(entries: FormData, name: string): string {
  const value = entries.get(name)
  return typeof value === 'string' ? value : ''
}
