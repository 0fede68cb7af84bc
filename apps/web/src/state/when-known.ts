import { type SkipToken, skipToken } from '@tanstack/react-query'

interface NoQuery {
  readonly queryKey: string[]
  readonly queryFn: SkipToken
}

/** Returns the query of a subject, which is not asked for while nothing says which one it is. */
export function whenKnown<Subject, Query>(
  subject: Subject | null | undefined,
  queryOf: (subject: Subject) => Query,
): Query | NoQuery {
  return subject === null || subject === undefined
    ? { queryKey: ['unknown'], queryFn: skipToken }
    : queryOf(subject)
}
