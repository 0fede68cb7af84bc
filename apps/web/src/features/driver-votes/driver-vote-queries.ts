import { type DriverVote, driverVotes } from '@pitboard/contract/seasons/driver-vote'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Votes open and close without a change of the season. */
const REFETCH_MS = 60_000

/** The answer depends on who asks. */
export function driverVotesOf(seasonId: string, userId: string | null) {
  return queryOptions({
    queryKey: ['driverVotes', seasonId, userId],
    queryFn: ({ signal }) => call(driverVotes.season, { params: { seasonId }, signal }),
    refetchInterval: REFETCH_MS,
  })
}

/** Returns the votes with the choice of a driver in one of them. */
export function withChoice(
  votes: readonly DriverVote[],
  sessionId: string,
  driverIdx: number | null,
): DriverVote[] {
  return votes.map((vote) =>
    vote.sessionId === sessionId ? { ...vote, ownDriverIdx: driverIdx } : vote,
  )
}
