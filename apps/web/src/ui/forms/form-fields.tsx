import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { findErrors, type FormErrors } from './form-errors.ts'
import { Input, TextArea } from './input.tsx'
import { PasswordInput } from './password-input.tsx'

interface FieldBase<Name extends string> {
  /** The request has the same name, so that the server's errors are shown at the field. */
  readonly name: Name
  /** It is the error of an empty field; without it the field is optional. */
  readonly missing?: string
  /** Returns the error of a value. */
  readonly check?: (value: string) => string | false
}

export interface TypedField<Name extends string> extends FieldBase<Name> {
  /** A `code` consists of digits that an app shows or a message brings. */
  readonly kind: 'text' | 'email' | 'url' | 'datetime-local' | 'textArea' | 'password' | 'code'
  readonly label: string
  readonly hint?: ReactNode
  /** A password manager knows it by this. */
  readonly autoComplete?: string
  readonly inputMode?: 'numeric' | 'url'
  /** It is a number of the contract, such as `TEXT_MAX.name`. */
  readonly maxLength?: number
  readonly rows?: number
  readonly defaultValue?: string
}

/** The control has a name or a state of its own. */
interface CustomField<Name extends string> extends FieldBase<Name> {
  readonly kind: 'custom'
  readonly render: (error: string | null) => ReactNode
}

export type FormField<Name extends string = string> = TypedField<Name> | CustomField<Name>

/** It is typed here, where the form does not hold it itself. */
export interface TypedValues {
  readonly values: Readonly<Record<string, string>>
  readonly onType: (name: string, value: string) => void
}

export type FormValues<Name extends string = string> = Readonly<Record<Name, string>>

const CODE_LENGTH_MAX = 16

export function readValues<Name extends string>(
  fields: readonly FormField<Name>[],
  entries: FormData,
): FormValues<Name>
export function readValues(fields: readonly FormField[], entries: FormData): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, readValue(field, entries)]))
}

function readValue({ kind, name }: FormField, entries: FormData): string {
  const value = entryOf(entries, name)
  if (kind === 'password') return value
  return kind === 'code' ? value.replaceAll(/\D/g, '') : value.trim()
}

export function entryOf(entries: FormData, name: string): string {
  const value = entries.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns null without an error. */
export function checkValues(fields: readonly FormField[], values: FormValues): FormErrors | null {
  return findErrors(
    fields.map(({ name, missing, check }) => {
      const value = values[name] ?? ''
      return [name, value === '' && missing !== undefined ? missing : check?.(value)]
    }),
  )
}

export function FormControl({
  field,
  error,
  typed,
}: {
  readonly field: FormField
  readonly error: string | null
  readonly typed: TypedValues | undefined
}) {
  if (field.kind === 'custom') return field.render(error)
  const { kind, label, hint, missing: _missing, check: _check, defaultValue, ...shown } = field
  const content = typed
    ? typedProps(field.name, typed)
    : defaultValue !== undefined && { defaultValue }
  const props = { autoComplete: 'off', ...shown, ...content }
  return (
    <Field name={field.name} label={label} hint={hint} error={error}>
      {kind === 'textArea' ? (
        <TextArea {...props} />
      ) : kind === 'password' ? (
        <PasswordInput {...props} />
      ) : (
        <Input {...props} {...INPUT_PROPS[kind]} />
      )}
    </Field>
  )
}

function typedProps(name: string, { values, onType }: TypedValues) {
  return {
    value: values[name] ?? '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onType(name, target.value),
  }
}

const PLAIN = { autoCapitalize: 'none', spellCheck: false } as const
const INPUT_PROPS = {
  text: { type: 'text' },
  url: { type: 'url' },
  'datetime-local': { type: 'datetime-local' },
  email: { type: 'email', ...PLAIN },
  code: {
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: CODE_LENGTH_MAX,
    ...PLAIN,
  },
} as const
