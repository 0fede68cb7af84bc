import type { Season } from '@pitboard/contract/seasons/season'
import type { Standings } from '@pitboard/contract/seasons/standings'
import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table/table.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { matrixColumns } from './matrix-columns.tsx'
import { driverRows, type MatrixRow, teamRows } from './matrix-rows.ts'
import { roundsOf } from '../season/rounds.ts'
import { StandingsLines } from './standings-lines.tsx'

const StandingsDetails = lazyPart(
  async () => (await import('./standings-details.tsx')).StandingsDetails,
  { texts: ['points'], fallback: <Skeleton className="h-120" /> },
)

const ExplainDialog = lazyDialog(async () => (await import('./explain-dialog.tsx')).ExplainDialog, {
  texts: ['points'],
})

interface StandingsSectionProps {
  readonly season: Season
  /** The standings are the present ones, or those of a published version. */
  readonly standings: Standings
  /** Season and standings are those of this tier; it is null for all drivers. */
  readonly tier: string | null
  /** They are season and standings of all tiers, where teams compete over all of them. */
  readonly overall?: Pick<StandingsSectionProps, 'season' | 'standings'> | null
  /** The actions stand beside the title. */
  readonly actions?: ReactNode
}

/** A table with more rounds needs the width of the largest screens. */
const ROUNDS_BESIDE_CHART = 12
const STACKED = 'flex flex-col gap-6'
const BESIDE_CHART =
  'grid items-start gap-6 @[90rem]:grid-cols-[fit-content(60rem)_minmax(28rem,1fr)]'

type TableKind = 'drivers' | 'teams'

/** Shows drivers' and teams' tables with every result, and the way there. */
export function StandingsSection({
  season: ofDrivers,
  standings,
  tier: shownTier,
  overall = null,
  actions,
}: StandingsSectionProps) {
  const t = useText()
  const [kind, setKind] = useState<TableKind>('drivers')
  const [phone, setPhone] = useState<'lines' | 'matrix'>('lines')
  const [explained, setExplained] = useState<MatrixRow | null>(null)
  const ofTeams = overall ?? { season: ofDrivers, standings }
  const season = kind === 'drivers' ? ofDrivers : ofTeams.season
  const tier = kind === 'teams' && overall ? null : shownTier
  const rounds = roundsOf(season)
  const rows =
    kind === 'drivers' ? driverRows(standings) : teamRows(ofTeams.standings, ofTeams.season)
  const label = t(kind === 'drivers' ? 'season.driversTable' : 'season.teamsTable')

  if (rows.length === 0) {
    return (
      <Section title={t('season.standings')} anchor="standings" actions={actions}>
        <EmptyState title={t('season.noResults')}>{t('season.noResultsWhy')}</EmptyState>
      </Section>
    )
  }
  return (
    <Section title={t('season.standings')} anchor="standings" actions={actions}>
      <div className="@container">
        <div className={rounds.length <= ROUNDS_BESIDE_CHART ? BESIDE_CHART : STACKED}>
          <Table
            name={`season-${kind}`}
            label={label}
            form="scroll"
            dense
            columns={matrixColumns(kind === 'drivers' ? 'driver' : 'team', rounds, t, setExplained)}
            rows={rows}
            rowKey={({ key }) => key}
            renderFrame={(tools, table) => (
              <div className="flex min-w-0 flex-col gap-3">
                <div className="flex flex-wrap items-center gap-2 print:hidden">
                  <div className="min-w-40 flex-1 sm:max-w-xs">
                    <ChoiceBar
                      label={t('season.whichTable')}
                      options={[
                        { value: 'drivers', label: t('season.drivers') },
                        { value: 'teams', label: t('season.teams') },
                      ]}
                      value={kind}
                      onChange={setKind}
                    />
                  </div>
                  <div className="min-w-40 flex-1 sm:hidden">
                    <ChoiceBar
                      label={t('season.howMuch')}
                      options={[
                        { value: 'lines', label: t('season.newestResults') },
                        { value: 'matrix', label: t('season.everyResult') },
                      ]}
                      value={phone}
                      onChange={setPhone}
                    />
                  </div>
                  <div className={phone === 'lines' ? 'max-sm:hidden' : 'max-sm:w-full'}>
                    {tools}
                  </div>
                </div>
                {kind === 'teams' && overall && (
                  <p className="text-small text-muted">{t('season.teamsOverTiers')}</p>
                )}
                {phone === 'lines' && (
                  <div className="sm:hidden">
                    <StandingsLines
                      label={label}
                      rows={rows}
                      rounds={rounds}
                      explain={setExplained}
                    />
                  </div>
                )}
                <div className={phone === 'lines' ? 'max-sm:hidden' : ''}>{table}</div>
              </div>
            )}
          />
          <StandingsDetails
            key={`${kind} ${tier}`}
            season={season}
            label={label}
            rows={rows}
            tier={tier}
          />
        </div>
      </div>
      {explained && (
        <ExplainDialog
          season={season}
          row={explained}
          tier={tier}
          onClose={() => setExplained(null)}
        />
      )}
    </Section>
  )
}
