import type { Text } from '../../messages/create-text.ts'
import type { FormErrors } from '../../ui/forms/form.tsx'
import type { LeagueEntries } from './league-fields.tsx'

const LINK = /^https?:\/\/\S+$/

/** What is wrong with the entries before they are sent; null where nothing is. */
export function checkLeague(entries: LeagueEntries, text: Text): FormErrors | null {
  const errors = {
    ...(entries.name === '' && { name: text('organiser.nameMissing') }),
    ...(isNoLink(entries.discord) && { discord: text('organiser.linkInvalid') }),
    ...(isNoLink(entries.website) && { website: text('organiser.linkInvalid') }),
  }
  return Object.keys(errors).length === 0 ? null : errors
}

function isNoLink(value: string): boolean {
  return value !== '' && !LINK.test(value)
}
