import { ApiException } from '@pitboard/contract/wire/client'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import type { Text, PlainKey } from '../messages/create-text.ts'
import type { FormErrors } from '../ui/forms/form.tsx'

const WORDS: Readonly<Record<number, PlainKey>> = {
  400: 'organiser.invalid',
  401: 'organiser.signedOut',
  403: 'organiser.notYours',
  404: 'organiser.gone',
  409: 'organiser.inTheWay',
  412: 'organiser.conflict',
  413: 'organiser.tooLarge',
  429: 'organiser.tooOften',
}

/** What a change met, in the reader's words; what the server says of it, for readers of English. */
export function problemMessage(error: unknown, text: Text): string {
  if (!(error instanceof ApiException)) {
    return text(error instanceof TypeError ? 'organiser.unreached' : 'ui.unexpected')
  }
  const words = text(WORDS[error.status] ?? 'ui.unexpected')
  const isTold = (error.status === 400 || error.status === 409) && readsServer(text)
  return isTold && error.result ? `${words} ${error.result.detail}` : words
}

/** By the first name of the field's path, as in `/name`; else for the form as a whole. */
export function formErrorsOf(error: unknown, text: Text, fields: readonly string[]): FormErrors {
  const faults = error instanceof ApiException ? (error.result?.errors ?? []) : []
  const named = faults.flatMap(({ path, message }) => {
    const field = path.split(/[/.]/).find((part) => fields.includes(part))
    if (field === undefined) return []
    return [[field, readsServer(text) ? message : text('organiser.invalid')] as const]
  })
  if (named.length > 0) return Object.fromEntries(named)
  return { form: problemMessage(error, text) }
}

/** The server speaks English alone. */
function readsServer({ locale }: Text): boolean {
  return locale.startsWith('en')
}

/** What others changed since the version that was seen; null for any other failure. */
export function changesOf(error: unknown): readonly HistoryChange[] | null {
  if (!(error instanceof ApiException) || error.status !== 412) return null
  return error.result?.changes ?? []
}
