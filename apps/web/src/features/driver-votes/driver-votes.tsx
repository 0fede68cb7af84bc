import type { DriverVote } from '@pitboard/contract/seasons/driver-vote'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'
import { DriverVotePanel } from './driver-vote-panel.tsx'
import { driverVotesOf } from './driver-vote-queries.ts'

interface DriverVotesProps {
  readonly seasonId: string
  /** It is the race whose vote is shown; null for the newest of the season. */
  readonly sessionId: string | null
  /** The title says what the vote belongs to, where the page does not. */
  readonly nameOf?: (vote: DriverVote) => string | undefined
}

/** Shows the vote on a race, or nothing where there is none. */
export function DriverVotes({ seasonId, sessionId, nameOf }: DriverVotesProps) {
  const t = useText()
  const account = useAccount()
  const { data = [] } = useQuery(driverVotesOf(seasonId, account?.userId ?? null))
  const vote = data.find((one) => sessionId === null || one.sessionId === sessionId)
  if (!vote) return null
  const name = nameOf?.(vote)
  return (
    <Section
      title={name === undefined ? t('vote.title') : t('vote.titleOf', { name })}
      anchor="vote"
    >
      <DriverVotePanel key={vote.sessionId} seasonId={seasonId} vote={vote} />
    </Section>
  )
}
