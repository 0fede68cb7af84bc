import type { PAGES, PagePath } from '@pitboard/contract/site/pages'
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { loadNamespace } from '../messages/language.ts'
import { queryClient } from '../state/query-client.ts'

/** Loads the texts that a page waits for, which are those of the manifest. */
export async function loadTexts<Path extends PagePath>(
  _path: Path,
  ...areas: (typeof PAGES)[Path]['texts']
): Promise<void> {
  await Promise.all(areas.map((area) => loadNamespace(area)))
}

/**
 * Starts a request of a page beside that of its code. Data that are cached already stay: the page
 * refetches them if they are stale.
 */
export function prefetch<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  void queryClient.prefetchQuery({ ...options, staleTime: Infinity })
}
