import { FIELD_NAMES, filterFieldRule, type FilterField } from './filter-fields.ts'
import { FilterError } from './filters.ts'

const SORTS_MAX = 3

export interface FilterSort {
  readonly field: FilterField
  readonly descending: boolean
}

export const SORTABLE_FIELDS = FIELD_NAMES.filter((field) => filterFieldRule(field).sortable)

/** Reads `-sessionStartTime,trackId`. Throws a `FilterError` that points at what is wrong. */
export function parseSorts(text: string): FilterSort[] {
  if (text.trim() === '') return []
  const sorts: FilterSort[] = []
  let offset = 0
  for (const part of text.split(',')) {
    const name = part.trim().replace(/^-/, '')
    const place = offset + part.length - part.trimStart().length
    const field = SORTABLE_FIELDS.find((each) => each === name)
    if (!field) {
      throw new FilterError(place, `sessions are sorted by ${SORTABLE_FIELDS.join(', ')}`)
    }
    if (sorts.length === SORTS_MAX) throw new FilterError(place, `${SORTS_MAX} sorts at most`)
    if (sorts.some((sort) => sort.field === field)) {
      throw new FilterError(place, `${field} is named twice`)
    }
    sorts.push({ field, descending: part.trim().startsWith('-') })
    offset += part.length + 1
  }
  return sorts
}
