import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { errorText } from '../../messages/error-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { ButtonVariant } from '../buttons/button-variants.ts'
import { Button } from '../buttons/button.tsx'
import { useUnsavedText } from './unsaved-text.ts'

/** What is wrong, by the name of its field; `form` for what belongs to no field. */
export type FormErrors = Readonly<Record<string, string>>

interface FormProps {
  /** Names it, where no heading does. */
  readonly label: string
  readonly submitLabel: string
  readonly submitLook?: ButtonVariant
  /** Resolves with what is wrong, or with null where it went through. */
  readonly onSubmit: (entries: FormData) => Promise<FormErrors | null>
  /** For a step that comes in the place of another one: where the reader goes on. */
  readonly takesFocus?: boolean
  /** Whether leaving the page would lose work; what signs somebody in is typed again at once. */
  readonly isDraft?: boolean
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
  isDraft = true,
  onSubmit,
  actions,
  children,
}: FormProps) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const unsaved = useUnsavedText()
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
      const found = await onSubmit(new FormData(event.currentTarget))
      if (found === null) unsaved.clear()
      setErrors(found ?? {})
    } catch (error) {
      setErrors({ form: errorText(error, text) })
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
      onInput={isDraft ? unsaved.mark : undefined}
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
