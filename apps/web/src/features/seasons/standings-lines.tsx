import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { eventName, trackCode } from './event-names.ts'
import { formatPoints } from './format-points.ts'
import { MatrixCell } from './matrix-cell.tsx'
import { type Explain, PointsButton, RowName } from './matrix-columns.tsx'
import type { MatrixRow } from './matrix-rows.ts'
import { PlacesGained } from './places-gained.tsx'
import type { Round } from './rounds.ts'

const SHOWN_AT_FIRST = 20

interface StandingsLinesProps {
  readonly label: string
  readonly rows: readonly MatrixRow[]
  readonly rounds: readonly Round[]
  readonly explain: Explain
}

/** The table's phone form: a line each, with the results in a strip below. */
export function StandingsLines({ label, rows, rounds, explain }: StandingsLinesProps) {
  const text = useText()
  const [isWhole, setWhole] = useState(false)
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <Card as="ol" frame label={label}>
          {(isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)).map((row) => (
            <Line key={row.key} row={row} rounds={rounds} explain={explain} />
          ))}
        </Card>
      </div>
      {!isWhole && rows.length > SHOWN_AT_FIRST && (
        <Button onClick={() => setWhole(true)}>
          {text('season.showAll', { count: rows.length })}
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
  const text = useText()
  const driven = rounds.flatMap(({ key, event, session }) => {
    const results = session ? (row.results.get(session.session.id) ?? []) : []
    return results.length > 0 ? [{ key, event, results }] : []
  })
  return (
    <li className="timing border-b border-line px-3 py-2 last:border-b-0 even:bg-stripe">
      <div className="flex items-center gap-3 text-lg">
        <span className="min-w-0 flex-1">
          <RowName row={row} text={text} />
        </span>
        <span className="text-small">
          <PlacesGained places={row.positionsGained} />
        </span>
        {row.gapToLeader > 0 && (
          <span className="text-small text-muted">
            −{formatPoints(row.gapToLeader, text.locale)}
          </span>
        )}
        <PointsButton row={row} text={text} explain={explain} />
      </div>
      <ul className="flex flex-wrap gap-x-2 gap-y-1 pl-8">
        {driven.map(({ key, event, results }) => (
          <li key={key} className="flex flex-col items-center" title={eventName(event)}>
            <span className="text-[0.6875rem] leading-3.5 text-faint">
              {trackCode(event.track)}
            </span>
            <span className="flex gap-0.5">
              {results.map((result) => (
                <MatrixCell key={result.driverIdx} result={result} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
