import type { RawBuilder, SqlBool } from 'kysely'
import { type Selection, readSelect, type ProfileColumn, getColumn } from './columns.ts'
import { joinsConditions, readFilter, readLogic } from './filters.ts'
import { RestError } from './rest-error.ts'

const ROWS_MAX = 1000
const FILTERS_MAX = 20
const ORDERS_MAX = 8
const OFFSET_MAX = 1_000_000

interface ProfileOrder {
  readonly column: ProfileColumn
  readonly descends: boolean
  readonly nullsFirst: boolean
}

export interface ProfileQuery {
  readonly selection: Selection
  readonly filters: readonly RawBuilder<SqlBool>[]
  readonly orders: readonly ProfileOrder[]
  readonly limit: number
  readonly offset: number
}

/** These parameters are no filters; those of a write are read where they are used. */
const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'apikey'])

/** Reads a query string, and the `Range` header (`0-9`) that counts rows too. Throws a 400. */
export function readQuery(parameters: URLSearchParams, range: string | undefined): ProfileQuery {
  const filters = [...parameters].filter(([name]) => !RESERVED.has(name))
  if (filters.length > FILTERS_MAX) {
    throw new RestError(400, 'PGRST100', `"more than ${FILTERS_MAX} filters"`)
  }
  const asked = readRange(range)
  return {
    selection: readSelect(parameters.get('select')),
    filters: filters.map(([name, text]) =>
      joinsConditions(name) ? readLogic(name, text) : readFilter(name, text),
    ),
    orders: readOrder(parameters.get('order')),
    limit: Math.min(ROWS_MAX, readCount('limit', parameters) ?? asked.limit),
    offset: Math.min(OFFSET_MAX, readCount('offset', parameters) ?? asked.offset),
  }
}

function readOrder(text: string | null): ProfileOrder[] {
  const items = text === null || text === '' ? [] : text.split(',')
  if (items.length > ORDERS_MAX) throw unreadableOrder(text)
  return items.map((item) => {
    const [, name, direction = 'asc', nulls] =
      /^(\w+)(?:\.(asc|desc))?(?:\.(nullsfirst|nullslast))?$/.exec(item.trim()) ?? []
    if (name === undefined) throw unreadableOrder(text)
    const descends = direction === 'desc'
    const nullsFirst = nulls === undefined ? descends : nulls === 'nullsfirst'
    return { column: getColumn(name), descends, nullsFirst }
  })
}

function unreadableOrder(text: string | null): RestError {
  return new RestError(400, 'PGRST100', `"failed to parse order (${(text ?? '').slice(0, 100)})"`)
}

function readCount(name: string, parameters: URLSearchParams): number | null {
  const text = parameters.get(name)
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new RestError(400, 'PGRST100', `"failed to parse ${name} (${text.slice(0, 40)})"`)
}

function readRange(range: string | undefined): { limit: number; offset: number } {
  const [, from, to] = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(range ?? '') ?? []
  if (from === undefined) return { limit: ROWS_MAX, offset: 0 }
  const offset = Number(from)
  if (to === undefined || to === '') return { limit: ROWS_MAX, offset }
  if (Number(to) >= offset) return { limit: Number(to) - offset + 1, offset }
  throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details:
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  })
}
