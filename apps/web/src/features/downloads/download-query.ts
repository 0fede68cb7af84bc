import {
  downloads,
  type Download,
  type DownloadPlatform,
  type Downloads,
} from '@pitboard/contract/downloads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The recorder's files that this server offers. */
export const recorderFiles = queryOptions({
  queryKey: ['downloads'],
  queryFn: ({ signal }) => call(downloads.list, { signal }),
  staleTime: 60_000,
})

/** What `/download/{platform}` answers with: the platform's program, or else the portable archive. */
export function offeredFile(
  { platforms }: Downloads,
  platform: DownloadPlatform,
): Download | undefined {
  return (
    platforms.find((download) => download.platform === platform) ??
    platforms.find((download) => download.platform === 'portable')
  )
}
