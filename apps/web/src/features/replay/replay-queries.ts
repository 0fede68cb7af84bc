import { type ReplayChunk, replays } from '@pitboard/contract/replay'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const ASK_AGAIN_MS = 1000

/** Asks again until the replay is prepared. */
export function replayState(id: string) {
  return queryOptions({
    queryKey: ['sessions', id, 'replay'],
    queryFn: ({ signal }) => call(replays.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'preparing' ? ASK_AGAIN_MS : false),
  })
}

export async function readReplayChunk(
  id: string,
  version: string,
  number: number,
): Promise<ReplayChunk> {
  const address = `/api/Sessions/${encodeURIComponent(id)}/replay/${version}/${number}`
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} ${response.status}`)
  return response.json()
}
