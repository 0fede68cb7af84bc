/** An event may start in these years. They stand apart from the schemas, which pages do not load. */
export const EVENT_YEARS = { first: 1950, last: 2150 } as const
