import { getColumn, isProfileColumn, PROFILE_COLUMNS, type ProfileColumn } from './columns.ts'
import { RestError } from './rest-error.ts'

/** What an answer's rows hold: each column under the name that was asked for. */
export type Selection = ReadonlyMap<string, ProfileColumn>

const ITEMS_MAX = 20

/** `id,name:username` or `*`. Throws a 400 for what profiles do not have. */
export function readSelect(text: string | null): Selection {
  const items = (text ?? '*').split(',').map((item) => item.trim())
  if (items.length > ITEMS_MAX) throw unreadable(`more than ${ITEMS_MAX} columns`)
  return new Map(items.flatMap(columnsOf))
}

function columnsOf(item: string): [string, ProfileColumn][] {
  if (item === '*' || item === '') {
    return Object.keys(PROFILE_COLUMNS)
      .filter(isProfileColumn)
      .map((name) => [name, name])
  }
  const relation = /^(?:\w+:)?(\w+)(?:!\w+)?\(/.exec(item)?.[1]
  if (relation !== undefined) {
    throw new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between 'profiles' and '${relation}' in the schema cache`,
    )
  }
  const [, alias, name] = /^(?:(\w{1,63}):)?(\w{1,63})$/.exec(item) ?? []
  if (name === undefined) throw unreadable(item.slice(0, 100))
  return [[alias ?? name, getColumn(name)]]
}

function unreadable(what: string): RestError {
  return new RestError(400, 'PGRST100', `"failed to parse select parameter (${what})"`)
}
