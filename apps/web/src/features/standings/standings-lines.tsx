import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { roundDetail, roundName, type Round } from '../season/rounds.ts'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import { trackCode } from '../season/session-titles.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { MatrixCell, PlacesGained } from './matrix-cell.tsx'
import { type Explain, LiveDot, PointsButton, RowName } from './matrix-columns.tsx'
import type { MatrixRow } from './matrix-rows.ts'

const SHOWN_AT_FIRST = 30
const RECENT = 6

interface StandingsLinesProps {
  readonly label: string
  readonly rows: readonly MatrixRow[]
  readonly rounds: readonly Round[]
  readonly explain: Explain
}

/** Shows the table in its form for phones: a line each, with the newest results below it. */
export function StandingsLines({ label, rows, rounds, explain }: StandingsLinesProps) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const driven = rounds.filter(({ session }) =>
    rows.some(({ results }) => session && results.has(session.session.id)),
  )
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <Card as="ol" frame label={label}>
          {(isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)).map((row) => (
            <Line key={row.key} row={row} rounds={driven.slice(-RECENT)} explain={explain} />
          ))}
        </Card>
      </div>
      {!isWhole && rows.length > SHOWN_AT_FIRST && (
        <Button onClick={() => setWhole(true)}>
          {t('season.showAll', { count: rows.length })}
        </Button>
      )}
    </div>
  )
}

function Line({
  row,
  rounds,
  explain,
}: Pick<StandingsLinesProps, 'rounds' | 'explain'> & { readonly row: MatrixRow }) {
  const t = useText()
  return (
    <li className="timing border-b border-line px-3 py-1.5 last:border-b-0 even:bg-stripe">
      <div className="flex items-center gap-2.5 text-timing">
        <span className="min-w-0 flex-1 [&>span]:max-w-full">
          <RowName row={row} t={t} />
        </span>
        <span className="text-small">
          <PlacesGained places={row.positionsGained} />
        </span>
        {row.gapToLeader > 0 && (
          <span className="text-small text-muted">−{formatPoints(row.gapToLeader, t.locale)}</span>
        )}
        <PointsButton row={row} t={t} explain={explain} />
      </div>
      <ul className="flex gap-x-2 pb-1 pl-8">
        {rounds.map((round) => {
          const { key, event, session } = round
          const results = session ? (row.results.get(session.session.id) ?? []) : []
          const name = roundName(round, t)
          return (
            <li key={key} className="flex min-w-9 flex-col items-center justify-end" title={name}>
              <span className="text-center text-[0.6875rem] leading-3.5 text-faint">
                <span aria-hidden="true">
                  {session && isLiveSession(session) && <LiveDot />}
                  {trackCode(event.track)}
                  <span className="block empty:hidden">{roundDetail(round, t)}</span>
                </span>
                <span className="sr-only">{name}</span>
              </span>
              <span className="flex min-h-6.5 items-center gap-0.5 text-small">
                {results.map((result) => (
                  <MatrixCell key={result.driverIdx} result={result} />
                ))}
                {results.length === 0 && <span className="text-faint">–</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
}
