import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { ComponentProps } from 'react'
import { useAccount } from '../../auth/account.ts'
import { SessionStory as Charts } from '../../features/session-charts/session-analysis.tsx'
import { RaceStory } from '../../features/session-story/race-story.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const ReportIncident = lazyPart(
  async () => (await import('../../features/stewards/report-incident.tsx')).ReportIncident,
  { texts: ['stewards'], fallback: null },
)

interface SessionStoryProps extends ComponentProps<typeof Charts> {
  readonly seasons: readonly SessionSeason[]
}

/** Shows what follows the classification: the report, the charts, and for signed-in users reports to the stewards. */
export function SessionStory({ seasons, ...charts }: SessionStoryProps) {
  const account = useAccount()
  return (
    <>
      {account && seasons.length > 0 && (
        <ReportIncident sessionId={charts.session.id} seasons={seasons} />
      )}
      <RaceStory session={charts.session} />
      <Charts {...charts} />
    </>
  )
}
