import type { SessionDetail } from '@pitboard/contract/session'
import { LapTimesTable } from '../lap-times-table.tsx'
import { TyreStrategy } from '../tyre-strategy.tsx'
import type { ChartChoice } from './chart-choice.ts'
import { SessionCharts } from './session-charts.tsx'

interface SessionStoryProps {
  readonly session: SessionDetail
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
}

/** How the result came about. */
export function SessionStory(props: SessionStoryProps) {
  const { session } = props
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <TyreStrategy session={session} />
      <SessionCharts {...props} />
      <LapTimesTable session={session} />
    </div>
  )
}
