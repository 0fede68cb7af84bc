import type { TypedValues } from '../ui/forms/form-fields.tsx'
import type { Draft } from './use-draft.ts'

/** A form needs this of a draft, whatever it is a draft of. */
export type FormDraft = Omit<Draft<object>, 'set'>

/** Returns its texts, by the names of their fields. */
export function typedIn({ value, type }: FormDraft): TypedValues {
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { values: Object.fromEntries(texts), onType: type }
}
