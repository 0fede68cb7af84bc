import type { SessionDetail } from '@pitboard/contract/session'
import { lazy, Suspense } from 'react'
import { loadArea } from '../../messages/language.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ChartSearch, readChoice, writeChoice } from './charts/chart-choice.ts'
import { ClassificationTable } from './classification-table.tsx'
import { LapTimesTable } from './lap-times-table.tsx'
import { SessionHeader } from './session-header.tsx'
import { TyreStrategy } from './tyre-strategy.tsx'

/** The result stands before what draws the charts is there. */
const SessionCharts = lazy(async () => {
  const [{ SessionCharts: charts }] = await Promise.all([
    import('./charts/session-charts.tsx'),
    loadArea('charts'),
  ])
  return { default: charts }
})

interface SessionViewProps {
  readonly session: SessionDetail
  readonly search: ChartSearch
  readonly onSearch: (search: ChartSearch) => void
}

export function SessionView({ session, search, onSearch }: SessionViewProps) {
  return (
    <div className="flex flex-col gap-8">
      <SessionHeader session={session} />
      <ClassificationTable session={session} />
      <TyreStrategy session={session} />
      <LapTimesTable session={session} />
      <Suspense fallback={<Skeleton className="h-[60rem]" />}>
        <SessionCharts
          key={session.id}
          session={session}
          choice={readChoice(search)}
          onChoice={(choice) => onSearch(writeChoice(choice))}
        />
      </Suspense>
    </div>
  )
}
