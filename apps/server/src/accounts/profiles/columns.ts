import { RestError } from './rest-error.ts'

/** What there is to read of a profile. The same columns are announced to those who watch. */
export const PROFILE_COLUMNS = {
  id: 'uuid',
  username: 'text',
  avatar_url: 'text',
  updated_at: 'timestamptz',
} as const

export type ProfileColumn = keyof typeof PROFILE_COLUMNS

export function isProfileColumn(name: string): name is ProfileColumn {
  return Object.hasOwn(PROFILE_COLUMNS, name)
}

/** Throws a 400 for a column that a query names and profiles do not have. */
export function getColumn(name: string): ProfileColumn {
  if (isProfileColumn(name)) return name
  throw new RestError(400, '42703', `column profiles.${name} does not exist`)
}
