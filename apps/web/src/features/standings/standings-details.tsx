import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { findTitleFight } from '@pitboard/analysis/season/title-fight'
import { ExportButtons } from '../season/file-button.tsx'
import type { MatrixRow } from './matrix-rows.ts'
import { ProgressionChart } from './progression-chart.tsx'
import { ResultLegend } from './result-legend.tsx'

interface StandingsDetailsProps {
  readonly season: Season
  /** Names the table. */
  readonly label: string
  readonly rows: readonly MatrixRow[]
  /** The table shows this tier; it is null for a table of all tiers. */
  readonly tier: string | null
}

const LINES_MAX = 24

const CONTENDERS_MIN = 3
const CONTENDERS_MAX = 6

/** Shows what stands below the table: its legend, its files and the way there. */
export function StandingsDetails({ season, label, rows, tier }: StandingsDetailsProps) {
  const [now] = useState(() => new Date().toISOString())
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <ResultLegend />
      <div className="flex flex-wrap gap-2 print:hidden">
        <ExportButtons season={season} tier={tier} />
      </div>
      {season.events.length > 1 && (
        <ProgressionChart
          label={label}
          rows={rows.filter(({ isHidden }) => !isHidden).slice(0, LINES_MAX)}
          events={season.events}
          contenders={countContenders(season, rows, now)}
        />
      )}
    </div>
  )
}

/** Counts rows from the top that can still win the title, as far as the chart stays readable. */
function countContenders(season: Season, rows: readonly MatrixRow[], now: string): number {
  const pointsLeft = findTitleFight(season, season.standings, now)?.pointsLeft ?? 0
  const count = rows.filter(
    ({ kind, gapToLeader, missingStarts }) =>
      kind === 'team' || (gapToLeader <= pointsLeft && missingStarts === undefined),
  ).length
  return Math.min(Math.max(count, CONTENDERS_MIN), CONTENDERS_MAX)
}
