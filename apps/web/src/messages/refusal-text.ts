import { ApiException } from '@pitboard/contract/wire/client'
import type { Text } from './create-text.ts'
import { errorText } from './error-text.ts'

/** Returns why a change failed; English readers also see the reason of the server. */
export function refusalText(error: unknown, t: Text): string {
  if (!(error instanceof ApiException)) return errorText(error, t)
  if (error.status === 412) return t('ui.changedMeanwhile')
  const words = error.status === 409 ? t('ui.inTheWay') : errorText(error, t)
  const hasReason = error.status === 400 || error.status === 409
  return hasReason && error.result && readsServer(t) ? `${words} ${error.result.detail}` : words
}

/**
 * Returns the errors of a form by the names of its fields, which the server gives as in `body/name`; fields in
 * rows are named by their path, as in `drivers/3/name`. Under `form` where none of them is wrong.
 */
export function refusalErrors(
  error: unknown,
  t: Text,
  names: readonly string[],
): Record<string, string> {
  const faults = error instanceof ApiException ? (error.result?.errors ?? []) : []
  const named = faults.flatMap(({ path, message }): [string, string][] => {
    const inBody = path.replace(/^(?:body)?\//, '')
    const name = [inBody, ...path.split(/[/.]/)].find((part) => names.includes(part))
    return name === undefined ? [] : [[name, readsServer(t) ? message : t('ui.invalid')]]
  })
  return named.length > 0 ? Object.fromEntries(named) : { form: refusalText(error, t) }
}

/** The server writes English only. */
function readsServer({ locale }: Text): boolean {
  return locale.startsWith('en')
}
