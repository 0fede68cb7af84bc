import { type RecorderStatus, recorderStatus } from '@pitboard/contract/ingest/recorder-status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readStored } from '../../state/browser-storage.ts'

const EVERY_MS = 3_000

/**
 * It is asked for every few seconds while the page is visible, until the first session is recorded and is over: the
 * session is stored shortly before it is no longer live.
 */
export const ownRecorderStatus = queryOptions({
  queryKey: ['recorderStatus'],
  queryFn: ({ signal }) => call(recorderStatus.get, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.hasRecorded === true && data.liveSessionId === null ? false : EVERY_MS,
})

export type StepName = 'download' | 'pair' | 'packets' | 'live' | 'session'

/** Finds the first steps that are done. A later step shows that the earlier ones are. */
export function findDoneSteps({
  isPaired,
  report,
  liveSessionId,
  hasRecorded,
}: RecorderStatus): ReadonlySet<StepName> {
  const session = hasRecorded
  const live = session || liveSessionId !== null
  const packets = live || (report !== null && report.packetsPerSecond > 0)
  const pair = packets || isPaired
  const download = pair || readStored('downloaded') !== null
  const done = { download, pair, packets, live, session }
  return new Set(STEPS.filter((step) => done[step]))
}

export const STEPS: readonly StepName[] = ['download', 'pair', 'packets', 'live', 'session']
