import type { Season } from '@pitboard/contract/seasons/season'
import { ExportButtons } from '../season/file-button.tsx'
import type { MatrixRow } from './matrix-rows.ts'
import { ProgressionChart } from './progression-chart.tsx'
import { ResultLegend } from './result-legend.tsx'

interface StandingsDetailsProps {
  readonly season: Season
  /** Names the table. */
  readonly label: string
  readonly rows: readonly MatrixRow[]
}

const LINES_MAX = 24

/** What stands below the table: its legend, its files and the way there. */
export function StandingsDetails({ season, label, rows }: StandingsDetailsProps) {
  return (
    <>
      <ResultLegend />
      <div className="flex flex-wrap gap-2 print:hidden">
        <ExportButtons season={season} />
      </div>
      {season.events.length > 1 && (
        <ProgressionChart
          label={label}
          rows={rows.filter(({ isHidden }) => !isHidden).slice(0, LINES_MAX)}
          events={season.events}
        />
      )}
    </>
  )
}
