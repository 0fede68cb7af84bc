import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { readFilter } from './filters.ts'
import { RestError } from './rest-error.ts'

const CONDITIONS_MAX = 20
const DEPTH_MAX = 5

/** Whether a query's name joins conditions, and names no column. */
export function joinsConditions(name: string): boolean {
  return /^(?:not\.)?(?:and|or)$/.test(name)
}

/** `or=(username.eq.a,and(…))` as a condition. Throws a 400 for what can't be read. */
export function readLogic(name: string, text: string): RawBuilder<SqlBool> {
  let at = 0
  let conditions = 0
  const unreadable = () => {
    const shown = `${name}=${text}`.slice(0, 100)
    return new RestError(400, 'PGRST100', `"failed to parse logic tree (${shown})"`)
  }
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found
  }

  const readGroup = (start: string, depth: number): RawBuilder<SqlBool> => {
    if (depth > DEPTH_MAX || !take(/\(/y)) throw unreadable()
    const parts = [readPart(depth)]
    while (take(/,/y)) parts.push(readPart(depth))
    if (!take(/\)/y)) throw unreadable()
    const joined = sql.join(parts, start.endsWith('or') ? sql` or ` : sql` and `)
    return start.startsWith('not.') ? sql<SqlBool>`not (${joined})` : sql<SqlBool>`(${joined})`
  }

  const readPart = (depth: number): RawBuilder<SqlBool> => {
    const [start] = take(/(?:not\.)?(?:and|or)(?=\()/y) ?? []
    if (start !== undefined) return readGroup(start, depth + 1)
    const [, column, not = '', operator, quantifier = ''] =
      take(/(\w+)\.(not\.)?(\w+)(\((?:any|all)\))?\./y) ?? []
    if (column === undefined || ++conditions > CONDITIONS_MAX) throw unreadable()
    const list = operator === 'in' ? LIST : quantifier === '' ? null : ARRAY
    const value = list ? take(list)?.[0] : readValue()
    return readFilter(column, `${not}${operator}${quantifier}.${value ?? ''}`)
  }

  const readValue = (): string => {
    const quoted = take(/"((?:[^"\\]|\\.)*)"(?=[,)])/sy)?.[1]
    return quoted?.replaceAll(/\\(.)/gs, '$1') ?? take(/[^,)]*/y)?.[0] ?? ''
  }

  const condition = readGroup(name, 1)
  if (at < text.length) throw unreadable()
  return condition
}

const LIST = /\((?:"(?:[^"\\]|\\.)*"|[^")])*\)/sy
const ARRAY = /\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}/sy
