import { decidingPhases, lapPhases } from '@pitboard/analysis/comparison/lap-phases'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { lapComparison } from '../../features/compare/compare-query.ts'
import {
  type ShownComparison,
  showComparison,
} from '../../features/compare/compared/compared-laps.ts'
import { LapBadge } from '../../features/compare/compared/lap-badge.tsx'
import { lapName } from '../../features/compare/compared/lap-name.ts'
import { phaseText } from '../../features/compare/loss-summary.tsx'
import { StripChart } from '../../features/compare/plot/strip-chart.tsx'
import { showStrips } from '../../features/compare/strips/shown-strips.ts'
import { useText } from '../../messages/use-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { createPlotView } from '../../timing/plot/plot-view.ts'
import { Card } from '../../ui/card.tsx'

const SENTENCES = 3

interface CompareExampleProps {
  /** They are two laps, as an address names them. */
  readonly laps: string
  readonly trackName: string
  readonly pending: ReactNode
  /** It is shown where the telemetry of one of the laps is not known. */
  readonly fallback: ReactNode
}

/** Shows where one lap gains on the other: the gap and the speed along the track, and the same in words. */
export function CompareExample({ laps, trackName, pending, fallback }: CompareExampleProps) {
  const { data, isPending } = useQuery(lapComparison(laps))
  const comparison = useMemo(() => (data ? showComparison(data) : null), [data])
  if (isPending) return pending
  if (comparison === null || comparison.laps.length < 2) return fallback
  return <ComparedExample comparison={comparison} trackName={trackName} />
}

interface ComparedExampleProps {
  readonly comparison: ShownComparison
  readonly trackName: string
}

function ComparedExample({ comparison, trackName }: ComparedExampleProps) {
  const t = useText()
  const { grid, laps, corners } = comparison
  const [view] = useState(() =>
    createPlotView({
      range: { from: 0, to: grid.lengthM, leastSpan: grid.lengthM },
      zoom: null,
      at: null,
    }),
  )
  const strips = useMemo(() => showStrips(comparison, ['speed'], t), [comparison, t])
  const [reference, other] = laps
  const phases = other
    ? decidingPhases(lapPhases(other.aligned, reference.aligned, corners, grid), SENTENCES)
    : []
  return (
    <Card frame>
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line px-4 py-3">
        <h3>{trackName}</h3>
        {laps.map((lap) => (
          <span key={lap.key} className="timing inline-flex items-baseline gap-2 text-timing">
            <LapBadge look={lap} />
            {lapName(lap.details, t)}
            <b className="font-semibold tabular-nums">{formatLapTime(lap.details.lapTimeMs)}</b>
          </span>
        ))}
      </div>
      <div className="px-2 py-3">
        {strips.map(({ key, title, strip }) => (
          <div key={key}>
            <p className="timing px-2 text-small font-semibold">{title}</p>
            <StripChart label={title} strip={strip} view={view} />
          </div>
        ))}
      </div>
      {phases.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line bg-raised px-4 py-3">
          {phases.map((phase) => (
            <li key={phase.fromM}>{phaseText(phase, t)}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
