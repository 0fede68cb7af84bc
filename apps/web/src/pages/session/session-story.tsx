import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { ComponentProps } from 'react'
import { useAccount } from '../../auth/account.ts'
import { SessionStory as Charts } from '../../features/session-charts/session-analysis.tsx'
import { RaceStory } from '../../features/session-story/race-story.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const ReportIncident = lazyPart(
  async () => (await import('../../features/stewards/report-incident.tsx')).ReportIncident,
  { texts: ['stewards'], fallback: null },
)

const DriverVotes = lazyPart(
  async () => (await import('../../features/driver-votes/driver-votes.tsx')).DriverVotes,
  { texts: ['vote'], fallback: null },
)

interface SessionStoryProps extends ComponentProps<typeof Charts> {
  readonly seasons: readonly SessionSeason[]
}

/** Shows what follows the classification: the vote for the driver of the day, the report, the charts, and for signed-in users reports to
 * the stewards. */
export function SessionStory({ seasons, ...charts }: SessionStoryProps) {
  const account = useAccount()
  return (
    <>
      {account && seasons.length > 0 && (
        <ReportIncident sessionId={charts.session.id} seasons={seasons} />
      )}
      {isRaceType(charts.session.sessionType) &&
        seasons
          .filter(({ hasVote }) => hasVote)
          .map((season) => (
            <DriverVotes
              key={season.id}
              seasonId={season.id}
              sessionId={charts.session.id}
              nameOf={() => (seasons.length > 1 ? season.name : undefined)}
            />
          ))}
      <RaceStory session={charts.session} />
      <Charts {...charts} />
    </>
  )
}
