import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useText } from '../../messages/use-text.ts'
import { LapTimesTable } from './tables/lap-times-table.tsx'
import type { ChartChoice } from './chart-choice.ts'
import { SessionCharts } from './session-charts.tsx'
import { WhenNear } from '../../timing/plot/when-near.tsx'

interface SessionStoryProps {
  readonly session: SessionDetail
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
}

/** How the result came about. */
export function SessionStory(props: SessionStoryProps) {
  const text = useText()
  const { session } = props
  if (session.drivers.every(({ lapTimes }) => lapTimes.length === 0)) {
    return session.drivers.length > 0 && <p className="text-muted">{text('charts.noLaps')}</p>
  }
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <SessionCharts {...props} />
      <WhenNear className="h-[80dvh]">
        <LapTimesTable session={session} />
      </WhenNear>
    </div>
  )
}
