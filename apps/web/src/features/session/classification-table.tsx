import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { memo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import { classificationColumns } from './classification-columns.tsx'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { Text } from '../../messages/create-text.ts'
import type { Column } from '../../ui/table/column.ts'

interface ClassificationTableProps {
  readonly session: SessionDetail
  readonly seasons: readonly SessionSeason[]
}

export const ClassificationTable = memo(function ClassificationTable({
  session,
  seasons,
}: ClassificationTableProps) {
  const t = useText()
  const drivers = resultOrder(session)
  if (drivers.length === 0) return <EmptyState title={t('session.noDrivers')} />
  return (
    <Table
      headed
      name="classification"
      label={t('session.classification')}
      columns={[...classificationColumns(session, t), ...pointsColumns(seasons, t)]}
      rows={drivers}
      rowKey={(driver) => driver.driverIdx}
    />
  )
})

/** Returns what each car scored, a column for each season that counts the session. */
function pointsColumns(seasons: readonly SessionSeason[], t: Text): Column<Driver>[] {
  const points = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 2 })
  return seasons.map(({ id, name, results }): Column<Driver> => {
    const scored = new Map(results.map((result) => [result.driverIdx, result.points]))
    const label = t('session.pointsIn', { season: name })
    return {
      key: `points ${id}`,
      name: seasons.length === 1 ? t('session.points') : label,
      ...(seasons.length > 1 && { head: t('session.points') }),
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
