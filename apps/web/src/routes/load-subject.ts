import type { EnsureQueryDataOptions, QueryKey } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { isNotFound } from '../ui/shell/query-content.tsx'
import { queryClient } from '../state/query-client.ts'

/**
 * Requests the subject of a page, which waits for it. After one failed attempt the page is shown:
 * it tries again and says what is wrong.
 */
export async function loadSubject<Data, Key extends QueryKey>(
  options: EnsureQueryDataOptions<Data, Error, Data, Key>,
): Promise<void> {
  try {
    await queryClient.ensureQueryData({ ...options, retry: false })
  } catch (error) {
    if (isNotFound(error)) throw notFound()
  }
}
