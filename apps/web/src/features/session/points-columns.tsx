import type { Driver } from '@pitboard/contract/driver'
import type { SessionSeason } from '@pitboard/contract/session-endpoints'
import type { Text } from '../../messages/create-text.ts'
import type { Column } from '../../ui/table/column.ts'

/** What each car scored, a column for each season that counts the session. */
export function pointsColumns(seasons: readonly SessionSeason[], text: Text): Column<Driver>[] {
  const points = new Intl.NumberFormat(text.locale, { maximumFractionDigits: 2 })
  return seasons.map(({ id, name, results }): Column<Driver> => {
    const scored = new Map(results.map((result) => [result.driverIdx, result.points]))
    const label = text('session.pointsIn', { season: name })
    return {
      key: `points ${id}`,
      name: seasons.length === 1 ? text('session.points') : label,
      ...(seasons.length > 1 && { head: text('session.points') }),
      align: 'right',
      optional: true,
      phone: 'below',
      sortBy: ({ driverIdx }) => scored.get(driverIdx) ?? null,
      cell: ({ driverIdx }) => {
        const won = scored.get(driverIdx)
        if (won === undefined) return '–'
        return (
          <span className={won === 0 ? 'text-faint' : 'font-semibold'}>{points.format(won)}</span>
        )
      },
    }
  })
}
