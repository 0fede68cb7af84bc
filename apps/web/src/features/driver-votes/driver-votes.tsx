import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'
import { DriverVotePanel } from './driver-vote-panel.tsx'
import { driverVotesOf } from './driver-vote-queries.ts'

interface DriverVotesProps {
  readonly season: { readonly id: string; readonly name: string }
  /** It is the race whose vote is shown; null for the newest of the season. */
  readonly sessionId: string | null
  /** The title names the season where several count a race. */
  readonly namesSeason?: boolean
}

/** Shows the vote on a race, or nothing where there is none. */
export function DriverVotes({ season, sessionId, namesSeason = false }: DriverVotesProps) {
  const t = useText()
  const account = useAccount()
  const { data = [] } = useQuery(driverVotesOf(season.id, account?.userId ?? null))
  const vote = data.find((one) => sessionId === null || one.sessionId === sessionId)
  if (!vote) return null
  return (
    <Section
      title={namesSeason ? t('vote.titleIn', { season: season.name }) : t('vote.title')}
      anchor="vote"
    >
      <DriverVotePanel key={vote.sessionId} seasonId={season.id} vote={vote} />
    </Section>
  )
}
