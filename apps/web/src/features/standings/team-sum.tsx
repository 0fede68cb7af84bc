import type { Season } from '@pitboard/contract/season'
import { useText } from '../../messages/use-text.ts'
import { eventName } from '../season/event-names.ts'
import { formatChange, formatPoints } from '../../timing/format-points.ts'
import type { MatrixRow } from './matrix-rows.ts'

/** A team's points by event, and what the season's rules leave out or add beside the results. */
export function TeamSum({ season, row }: { readonly season: Season; readonly row: MatrixRow }) {
  const text = useText()
  const all = [...row.results.values()].flat()
  const lines = season.events.flatMap((event) => {
    const own = all.filter(({ eventId }) => eventId === event.id)
    if (own.length === 0) return []
    return [{ id: event.id, name: eventName(event), points: sum(own.map(({ points }) => points)) }]
  })
  const rest = Math.round((row.points - sum(lines.map(({ points }) => points))) * 1000) / 1000
  return (
    <table className="timing w-full text-lg">
      <tbody>
        {lines.map(({ id, name, points }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className="py-1.5 text-left font-medium">
              {name}
            </th>
            <td className="text-right">{formatChange(points, text.locale)}</td>
          </tr>
        ))}
        {rest !== 0 && (
          <tr className="border-b border-line">
            <th scope="row" className="py-1.5 pr-3 text-left font-medium">
              {text('season.teamRest')}
            </th>
            <td className="text-right">{formatChange(rest, text.locale)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="py-2 text-left">
            {text('season.sum')}
          </th>
          <td className="text-right text-xl">{formatPoints(row.points, text.locale)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
