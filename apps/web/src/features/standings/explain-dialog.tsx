import type { AdjustmentDecision } from '@pitboard/contract/seasons/adjustment'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Contribution, Explanation, TieBreak } from '@pitboard/contract/seasons/standings'
import { useQuery } from '@tanstack/react-query'
import { joinParts } from '../../messages/join-parts.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ScrollBox } from '../../ui/card.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import { sessionLabel } from '../season/session-titles.ts'
import { RoleButtons } from '../../timing/role-buttons.tsx'
import { formatChange, formatPoints } from '../../timing/format-points.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { explanation } from '../season/season-queries.ts'
import { DecisionLinks } from './decision-links.tsx'
import { findOtherDecisions, findPartDecisions } from './explain-decisions.ts'

interface ExplainDialogProps {
  readonly season: Season
  readonly row: MatrixRow
  /** The row stands in this tier's table; it is null for a table of all tiers. */
  readonly tier: string | null
  readonly onClose: () => void
}

/** Explains where the number comes from: each part of it, what was dropped and what broke a tie. */
export function ExplainDialog({ season, row, tier, onClose }: ExplainDialogProps) {
  const t = useText()
  const points = formatPoints(row.points, t.locale)
  const [leagueId] = season.leagueIds
  const title = t('points.explainTitle', { name: row.name })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t('points.explainTotal', { points, position: row.position })}
      actions={
        <>
          {row.kind === 'driver' && <RoleButtons name={row.name} aliases={row.aliases} />}
          {row.kind === 'driver' && !row.isHidden && (
            <ButtonLink to="/headToHead" search={{ season: season.id, first: row.key }}>
              {t('points.headToHead')}
            </ButtonLink>
          )}
          {row.kind === 'driver' && !row.isHidden && leagueId !== undefined && (
            <ButtonLink
              to="/leagues/$leagueId/drivers"
              params={{ leagueId }}
              search={{ driver: row.name }}
            >
              {t('points.inLeague')}
            </ButtonLink>
          )}
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </>
      }
    >
      <ScrollBox label={title} className="min-h-0 pr-2">
        {row.kind === 'team' ? (
          <TeamSum season={season} row={row} />
        ) : (
          <DriverSum season={season} row={row} tier={tier} onClose={onClose} />
        )}
      </ScrollBox>
    </Dialog>
  )
}

function DriverSum({ season, row, tier, onClose }: ExplainDialogProps) {
  const query = useQuery(explanation(season.id, row.key, season.version, tier))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-64" />}>
      {(data) => <Parts season={season} row={row} onClose={onClose} explanation={data} />}
    </QueryContent>
  )
}

function Parts({
  season,
  row,
  onClose,
  explanation: { contributions, points, tieBreaks },
}: Omit<ExplainDialogProps, 'tier'> & { readonly explanation: Explanation }) {
  const t = useText()
  const decided = contributions.map((part) => findPartDecisions(part, row, season))
  const rest = findOtherDecisions(row, season, decided.flat())
  const links = (decisions: readonly AdjustmentDecision[]) => (
    <DecisionLinks seasonId={season.id} decisions={decisions} onFollow={onClose} />
  )
  return (
    <>
      <table className="timing w-full text-timing">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('points.part')}</th>
            <th scope="col">{t('season.points')}</th>
          </tr>
        </thead>
        <tbody>
          {contributions.map((part, index) => (
            <tr
              // oxlint-disable-next-line react/no-array-index-key -- two parts may be alike
              key={index}
              className={`border-b border-line ${part.dropped ? 'text-faint line-through' : ''}`}
            >
              <th scope="row" className="py-1.5 pr-3 text-left font-medium">
                {partWords(part, season, t)}
                {links(decided[index] ?? [])}
                {part.dropped && <span className="sr-only"> ({t('season.dropped')})</span>}
              </th>
              <td className="text-right">{formatChange(part.points, t.locale)}</td>
            </tr>
          ))}
        </tbody>
        <Sum points={points} />
      </table>
      {rest.length > 0 && (
        <p className="py-1.5 text-muted">
          {t('points.otherDecisions')}
          {links(rest)}
        </p>
      )}
      {tieBreaks.length > 0 && (
        <ul className="flex flex-col gap-1 text-muted">
          {tieBreaks.map((tie) => (
            <li key={tie.against}>{tieWords(tie, t)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function partWords(part: Contribution, season: Season, t: Text): string {
  const event = season.events.find(({ id }) => id === part.eventId)
  const linked = event?.sessions.find(({ session }) => session.id === part.sessionId)
  const isNamed = event && linked && (linked.role !== 'race' || event.sessions.length > 1)
  const where = [
    event && eventName(event),
    isNamed ? sessionLabel(event, linked, t) : undefined,
    linked && isLiveSession(linked) ? t('season.live') : undefined,
  ]
  return joinParts(
    [...where, kindWords(part, season, t), distanceWords(part, t), factorWords(part, t)],
    ', ',
  )
}

function kindWords(part: Contribution, season: Season, t: Text): string {
  if (part.kind === 'startingPoints') return t('points.startingPoints')
  if (part.kind === 'pole') return t('season.pole')
  if (part.kind === 'fastestLap') return t('season.fastestLap')
  if (part.kind === 'cleanRace') return t('points.cleanRace')
  if (part.kind === 'placesGained') return t('points.placesGained')
  if (part.kind === 'participation') return t('points.participation')
  if (part.kind === 'driverOfTheDay') return t('season.driverOfTheDay')
  if (part.kind === 'position') {
    return part.position === null
      ? t('points.notPlaced')
      : t('season.place', { position: part.position })
  }
  const adjustment = season.adjustments.find(({ id }) => id === part.adjustmentId)
  return t('points.byStewards', { reason: adjustment?.reason ?? '' })
}

function distanceWords({ distance, ofEvent }: Contribution, t: Text): string {
  if (ofEvent) return t('points.ofEvent')
  if (distance === 'full') return ''
  return t(distance === 'overridden' ? 'points.paidInFull' : 'points.shortened')
}

function factorWords({ factor, kind }: Contribution, t: Text): string {
  if (factor === 1 || kind === 'adjustment') return ''
  return t('season.timesFactor', { factor: formatPoints(factor, t.locale) })
}

function tieWords({ against, decidedBy, own, theirs }: TieBreak, t: Text): string {
  if (decidedBy === null) return t('points.tieShared', { name: against })
  return t('points.tieDecided', { name: against, position: decidedBy, own, theirs })
}

/** Shows a team's points by event, and what the season's rules leave out or add beside the results. */
function TeamSum({ season, row }: { readonly season: Season; readonly row: MatrixRow }) {
  const t = useText()
  const all = [...row.results.values()].flat()
  const lines = season.events.flatMap((event) => {
    const own = all.filter(({ eventId }) => eventId === event.id)
    if (own.length === 0) return []
    return [{ id: event.id, name: eventName(event), points: sum(own.map(({ points }) => points)) }]
  })
  const rest = Math.round((row.points - sum(lines.map(({ points }) => points))) * 1000) / 1000
  return (
    <table className="timing w-full text-timing">
      <tbody>
        {lines.map(({ id, name, points }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className="py-1.5 text-left font-medium">
              {name}
            </th>
            <td className="text-right">{formatChange(points, t.locale)}</td>
          </tr>
        ))}
        {rest !== 0 && (
          <tr className="border-b border-line">
            <th scope="row" className="py-1.5 pr-3 text-left font-medium">
              {t('points.teamRest')}
            </th>
            <td className="text-right">{formatChange(rest, t.locale)}</td>
          </tr>
        )}
      </tbody>
      <Sum points={row.points} />
    </table>
  )
}

function Sum({ points }: { readonly points: number }) {
  const t = useText()
  return (
    <tfoot>
      <tr className="font-semibold">
        <th scope="row" className="py-2 text-left">
          {t('points.sum')}
        </th>
        <td className="text-right text-subhead">{formatPoints(points, t.locale)}</td>
      </tr>
    </tfoot>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
