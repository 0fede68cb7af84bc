import type { Text } from '../../messages/create-text.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { roundDetail, roundName, type Round } from '../season/rounds.ts'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import { trackCode } from '../season/session-titles.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { formatPoints } from '../../timing/format-points.ts'
import { MatrixCell, PlacesGained } from './matrix-cell.tsx'
import type { MatrixRow } from './matrix-rows.ts'

/** Few seasons have pictures of their teams. */
const TeamPicture = lazyPart(
  async () => (await import('../../timing/team-picture.tsx')).TeamPicture,
  { fallback: <span className="size-5 shrink-0" /> },
)

/** A wide page has room for teams beside at most this many rounds. */
const ROUNDS_BESIDE_TEAMS = 12

export type Explain = (row: MatrixRow) => void

/** Name and points come first: they stay where a narrow page shows only the beginning. */
export function matrixColumns(
  kind: MatrixRow['kind'],
  rounds: readonly Round[],
  t: Text,
  explain: Explain,
): Column<MatrixRow>[] {
  return [
    name(t),
    points(t, explain),
    gap(t),
    ...(rounds.length <= ROUNDS_BESIDE_TEAMS ? [beside(kind, t)] : []),
    ...rounds.map((round) => roundColumn(round, t, explain)),
    ...tallies(t),
  ]
}

function name(t: Text): Column<MatrixRow> {
  return {
    key: 'name',
    name: t('season.name'),
    namesRow: true,
    cell: (row) => <RowName row={row} t={t} />,
  }
}

export function RowName({ row, t }: { readonly row: MatrixRow; readonly t: Text }) {
  return (
    <span className="flex max-w-36 min-w-0 items-center gap-2 text-left sm:max-w-52 broad:max-w-80">
      <b className="w-6 shrink-0 text-right font-semibold">{row.position}</b>
      <TeamBar teamColour={row.colour} />
      {row.picture && <TeamPicture source={row.picture} />}
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <span className="truncate" title={row.name}>
            {row.name}
          </span>
          <DriverMark name={row.name} aliases={row.aliases} />
          {row.isHidden && (
            <Badge tone="warning" title={t('season.hiddenWhy')}>
              {t('season.hidden')}
            </Badge>
          )}
        </span>
        {row.missingStarts !== undefined && (
          <span className="block text-small whitespace-normal text-muted">
            {t('season.missingStarts', { count: row.missingStarts })}
          </span>
        )}
      </span>
    </span>
  )
}

function points(t: Text, explain: Explain): Column<MatrixRow> {
  return {
    key: 'points',
    name: t('season.points'),
    align: 'right',
    sortBy: (row) => row.points,
    cell: (row) => <PointsButton row={row} t={t} explain={explain} />,
  }
}

export function PointsButton({
  row,
  t,
  explain,
}: {
  readonly row: MatrixRow
  readonly t: Text
  readonly explain: Explain
}) {
  const shown = formatPoints(row.points, t.locale)
  return (
    <button
      type="button"
      aria-label={t('season.explainPoints', { name: row.name, points: shown })}
      onClick={() => explain(row)}
      className="inline-flex min-h-7 min-w-10 items-center rounded-s coarse:min-h-11 justify-end text-timing font-semibold underline decoration-line-strong underline-offset-3 hover:decoration-text"
    >
      {shown}
    </button>
  )
}

function gap(t: Text): Column<MatrixRow> {
  return {
    key: 'gap',
    name: t('season.gapToLeader'),
    head: t('season.gap'),
    align: 'right',
    from: 'sm',
    optional: true,
    cell: (row) => (
      <span className="flex items-center justify-end gap-2 text-muted">
        {row.gapToLeader === 0 ? '–' : `−${formatPoints(row.gapToLeader, t.locale)}`}
        <PlacesGained places={row.positionsGained} />
      </span>
    ),
  }
}

function beside(kind: MatrixRow['kind'], t: Text): Column<MatrixRow> {
  return {
    key: 'beside',
    name: t(kind === 'driver' ? 'season.team' : 'season.drivers'),
    from: 'wide',
    optional: true,
    cell: (row) => (
      <span className="block max-w-72 truncate px-3 text-muted" title={row.beside}>
        {row.beside}
      </span>
    ),
  }
}

export function LiveDot() {
  return <span className="live-dot mr-1 inline-block size-2 rounded-full bg-primary" />
}

function roundColumn(round: Round, t: Text, explain: Explain): Column<MatrixRow> {
  const { event, session } = round
  const detail = roundDetail(round, t)
  const isLive = session !== null && isLiveSession(session)
  return {
    key: round.key,
    name: roundName(round, t),
    head: (
      <>
        {isLive && (
          <span className="block">
            <LiveDot />
          </span>
        )}
        {trackCode(event.track)}
        {detail !== null && <span className="block text-faint normal-case">{detail}</span>}
      </>
    ),
    align: 'center',
    tight: true,
    cell: (row) => {
      const results = session ? (row.results.get(session.session.id) ?? []) : []
      if (results.length === 0) return null
      return (
        // The row's points explain the same by keyboard, without a stop at every result.
        <button type="button" tabIndex={-1} onClick={() => explain(row)} className="flex gap-0.5">
          {results.map((result) => (
            <MatrixCell key={result.driverIdx} result={result} />
          ))}
        </button>
      )
    },
  }
}

function tallies(t: Text): Column<MatrixRow>[] {
  const kinds = [
    ['wins', t('season.wins'), t('season.winsShort')],
    ['podiums', t('season.podiums'), t('season.podiumsShort')],
    ['poles', t('season.poles'), t('season.polesShort')],
    ['fastestLaps', t('season.fastestLaps'), t('season.fastestLapsShort')],
  ] as const
  return kinds.map(([key, name, head]) => ({
    key,
    name,
    head,
    align: 'right',
    optional: true,
    sortBy: (row) => row[key],
    cell: (row) => row[key],
  }))
}
