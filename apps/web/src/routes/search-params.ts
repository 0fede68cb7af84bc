import type { SearchSchemaInput } from '@tanstack/react-router'

/** `validateSearch` uses this: it returns the named parameters, which are empty if the address has none. */
export function searchParams<const Name extends string>(...names: readonly Name[]) {
  return (search: Readonly<Partial<Record<Name, string>>> & SearchSchemaInput) => {
    const values = names.map((name) => [name, search[name] ?? ''])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser: it has every name
    return Object.fromEntries(values) as Readonly<Record<Name, string>>
  }
}

/** Search parameters are texts, as they stand in the address: `?seasonName=2025` is not a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** An empty parameter has its default value and is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value)
  }
  return params.size === 0 ? '' : `?${params}`
}

/** Pages of records show this category of laps. */
export const lapCategorySearch = searchParams(
  'track',
  'game',
  'kind',
  'tyres',
  'weather',
  'cars',
  'performance',
)
