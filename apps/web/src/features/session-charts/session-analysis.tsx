import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useEffect } from 'react'
import { useText } from '../../messages/use-text.ts'
import { WhenNear } from '../../timing/plot/when-near.tsx'
import type { ChartChoice } from './chart-choice.ts'
import { SessionCharts } from './session-charts.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

/** It comes with the texts of comparing laps. */
const LapTimesTable = lazyPart(
  async () => (await import('./tables/lap-times-table.tsx')).LapTimesTable,
  { texts: ['compare'], fallback: <div className="h-[80dvh]" /> },
)

interface SessionStoryProps {
  readonly session: SessionDetail
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
}

/** Tells how the result came about. */
export function SessionStory(props: SessionStoryProps) {
  const t = useText()
  const { session } = props
  // The router looks for the part that the address names before it is in the page.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  if (session.drivers.every(({ lapTimes }) => lapTimes.length === 0)) {
    return session.drivers.length > 0 && <p className="text-muted">{t('charts.noLaps')}</p>
  }
  return (
    <div className="flex min-w-0 flex-col gap-9">
      <SessionCharts {...props} />
      <div id="laps" className="scroll-mt-16 xl:scroll-mt-6">
        <WhenNear className="h-[80dvh]">
          <LapTimesTable session={session} />
        </WhenNear>
      </div>
    </div>
  )
}
