import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'

interface EditedQuery<Data> {
  readonly data: Data | undefined
  /** It belongs to a former key: the newest is being fetched, or could not be. */
  readonly isOlder: boolean
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

/**
 * Reads what somebody edits by a query whose key has a version. What has been read stays while a newer version is read,
 * and where that fails: a form is never replaced by an error.
 */
export function useEditedQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): EditedQuery<Data> {
  const { data, error, isPlaceholderData, refetch } = useQuery(options)
  const isRead = data !== undefined && !isPlaceholderData
  const [read, setRead] = useState(isRead ? data : undefined)
  if (isRead && read !== data) setRead(() => data)
  return { data: isRead ? data : read, isOlder: !isRead, error, refetch }
}
