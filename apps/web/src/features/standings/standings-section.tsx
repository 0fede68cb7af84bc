import type { Season } from '@pitboard/contract/seasons/season'
import type { Standings } from '@pitboard/contract/seasons/standings'
import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table/table.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { ExportButtons } from '../season/file-button.tsx'
import { matrixColumns } from './matrix-columns.tsx'
import { driverRows, type MatrixRow, teamRows } from './matrix-rows.ts'
import { ResultLegend } from './matrix-cell.tsx'
import { roundsOf } from '../season/session-titles.ts'
import { StandingsLines } from './standings-lines.tsx'

const ProgressionChart = lazyPart(
  async () => (await import('./progression-chart.tsx')).ProgressionChart,
  { fallback: <Skeleton className="h-96" /> },
)

const ExplainDialog = lazyPart(async () => (await import('./explain-dialog.tsx')).ExplainDialog, {
  fallback: null,
})

interface StandingsSectionProps {
  readonly season: Season
  /** Those of now, or of a published version. */
  readonly standings: Standings
  /** Beside the title. */
  readonly actions?: ReactNode
}

const LINES_MAX = 24

export type TableKind = 'drivers' | 'teams'

/** Drivers' and teams' tables with every result, and the way there. */
export function StandingsSection({ season, standings, actions }: StandingsSectionProps) {
  const text = useText()
  const [kind, setKind] = useState<TableKind>('drivers')
  const [phone, setPhone] = useState<'lines' | 'matrix'>('lines')
  const [explained, setExplained] = useState<MatrixRow | null>(null)
  const rounds = roundsOf(season)
  const rows = kind === 'drivers' ? driverRows(standings) : teamRows(standings)
  const label = text(kind === 'drivers' ? 'season.driversTable' : 'season.teamsTable')

  return (
    <Section title={text('season.standings')} anchor="standings" actions={actions}>
      <div className="flex flex-col gap-6">
        {standings.drivers.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <div className="min-w-40 flex-1 sm:max-w-xs">
              <ChoiceBar
                label={text('season.whichTable')}
                options={[
                  { value: 'drivers', label: text('season.drivers') },
                  { value: 'teams', label: text('season.teams') },
                ]}
                value={kind}
                onChange={setKind}
              />
            </div>
            <div className="min-w-40 flex-1 sm:hidden">
              <ChoiceBar
                label={text('season.howMuch')}
                options={[
                  { value: 'lines', label: text('season.newestResults') },
                  { value: 'matrix', label: text('season.everyResult') },
                ]}
                value={phone}
                onChange={setPhone}
              />
            </div>
          </div>
        )}
        {rows.length === 0 ? (
          <EmptyState title={text('season.noResults')}>{text('season.noResultsWhy')}</EmptyState>
        ) : (
          <>
            <div className={phone === 'lines' ? 'sm:hidden' : 'hidden'}>
              <StandingsLines label={label} rows={rows} rounds={rounds} explain={setExplained} />
            </div>
            <div className={phone === 'lines' ? 'max-sm:hidden' : ''}>
              <Table
                name={`season-${kind}`}
                label={label}
                form="scroll"
                whole
                columns={matrixColumns(
                  kind === 'drivers' ? 'driver' : 'team',
                  rounds,
                  text,
                  setExplained,
                )}
                rows={rows}
                rowKey={({ key }) => key}
              />
            </div>
            <ResultLegend />
            <div className="flex flex-wrap gap-2">
              <ExportButtons season={season} />
            </div>
            {season.events.length > 1 && (
              <ProgressionChart
                key={kind}
                label={label}
                rows={rows.filter(({ isHidden }) => !isHidden).slice(0, LINES_MAX)}
                events={season.events}
              />
            )}
          </>
        )}
      </div>
      {explained && (
        <ExplainDialog season={season} row={explained} onClose={() => setExplained(null)} />
      )}
    </Section>
  )
}
