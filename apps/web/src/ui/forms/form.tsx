import {
  type InputEvent,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Text } from '../../messages/create-text.ts'
import { refusalErrors } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { ButtonVariant } from '../buttons/button-variants.ts'
import { Button } from '../buttons/button.tsx'
import { CloseContext, DialogActions } from '../buttons/dialog-actions.tsx'
import {
  checkValues,
  FormControl,
  type FormField,
  type FormValues,
  readValues,
  type TypedValues,
} from './form-fields.tsx'
import type { FormErrors } from './form-errors.ts'
import { useUnsavedWork } from './unsaved-work.ts'

export interface FormProps<Name extends string> {
  /** Names it, where no heading does. */
  readonly label: string
  readonly submitLabel: string
  readonly submitLook?: ButtonVariant
  readonly fields?: readonly FormField<Name>[]
  /** Two fields stand beside each other where there is room. */
  readonly hasColumns?: boolean
  /** Returns what is wrong with content that the form itself does not hold, such as rows; then it is not sent. */
  readonly check?: () => FormErrors | null
  /** It resolves with errors that were found on the way; a rejection is shown, too. */
  readonly onSubmit: (
    values: FormValues<Name>,
    entries: FormData,
  ) => Promise<FormErrors | null | void>
  /** Words a rejection; else it is a refusal of the server. */
  readonly errorsOf?: (error: unknown, t: Text) => FormErrors
  /** The focus moves to the first field, for a step that replaces another one. */
  readonly takesFocus?: boolean
  /** Leaving the page would lose what is typed; a form of a draft leaves that to the draft. */
  readonly isDraft?: boolean
  /** They are the values of its fields; without them the inputs hold them. */
  readonly typed?: TypedValues
  /** The actions stand beside the button. */
  readonly actions?: ReactNode
  /** The children stand above the fields. */
  readonly children?: ReactNode | ((errors: FormErrors) => ReactNode)
}

/**
 * Shows a list of fields with a button, and in a dialog with one that closes it. It is sent once at a time; errors are
 * shown at their fields, the first of which gets the focus.
 */
export function Form<const Name extends string = never>({
  label,
  submitLabel,
  submitLook = 'primary',
  fields = [],
  hasColumns = false,
  takesFocus = false,
  isDraft = true,
  typed,
  check,
  onSubmit,
  errorsOf,
  actions,
  children,
}: FormProps<Name>) {
  const t = useText()
  const close = useContext(CloseContext)
  const form = useRef<HTMLFormElement>(null)
  const [isTyped, setTyped] = useState(false)
  const isUnderWay = useRef(false)
  /** The errors are those of a sending that has just ended. */
  const isAnswered = useRef(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})
  const [general, setGeneral] = useState<string | undefined>(undefined)

  useUnsavedWork(isTyped ? (busy ? 'inTab' : 'onPage') : null)

  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus()
  }, [takesFocus])

  useEffect(() => {
    if (!isAnswered.current) return
    isAnswered.current = false
    const [error] = Object.values(errors)
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (error !== undefined) field?.focus()
    // The error of a field that is not on the page is one of the form.
    setGeneral(errors.form ?? (field ? undefined : error))
  }, [errors])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    const found = await send(new FormData(event.currentTarget))
    if (!found) setTyped(false)
    isAnswered.current = true
    setErrors(found ?? {})
    isUnderWay.current = false
    setBusy(false)
  }

  /** What was wrong with the form as it was sent is not said of what is typed since, nor of a field what it held. */
  function forgetErrors({ target }: InputEvent<HTMLFormElement>) {
    setGeneral(undefined)
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name === null || errors[name] === undefined) return
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)))
  }

  function type(event: InputEvent<HTMLFormElement>) {
    forgetErrors(event)
    if (isDraft) setTyped(true)
  }

  async function send(entries: FormData): Promise<FormErrors | null | void> {
    const values = readValues(fields, entries)
    try {
      return checkValues(fields, values) ?? check?.() ?? (await onSubmit(values, entries))
    } catch (error) {
      if (errorsOf) return errorsOf(error, t)
      return refusalErrors(
        error,
        t,
        fields.map(({ name }) => name),
      )
    }
  }

  const controls = fields.map((field) => (
    <FormControl key={field.name} field={field} typed={typed} error={errors[field.name] ?? null} />
  ))
  const submitButton = (
    <Button type="submit" look={submitLook} loading={busy}>
      {submitLabel}
    </Button>
  )
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      onInput={type}
      className="flex flex-col gap-4"
    >
      {typeof children === 'function' ? children(errors) : children}
      {hasColumns ? <div className="grid gap-4 sm:grid-cols-2">{controls}</div> : controls}
      {general !== undefined && (
        <p role="alert" className="rounded-m border-l-4 border-bad bg-raised px-3 py-2">
          {general}
        </p>
      )}
      {close === null ? (
        <div className="flex flex-wrap items-center gap-2">
          {submitButton}
          {actions}
        </div>
      ) : (
        <DialogActions>
          {actions}
          <Button look="quiet" onClick={close}>
            {t('ui.cancel')}
          </Button>
          {submitButton}
        </DialogActions>
      )}
    </form>
  )
}
