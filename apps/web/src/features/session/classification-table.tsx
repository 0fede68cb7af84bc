import type { SessionSeason } from '@pitboard/contract/session-endpoints'
import type { SessionDetail } from '@pitboard/contract/session'
import { memo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import { classificationColumns } from './classification-columns.tsx'
import { classified } from './classification.ts'
import { pointsColumns } from './points-columns.tsx'

interface ClassificationTableProps {
  readonly session: SessionDetail
  /** What it counts in. */
  readonly seasons: readonly SessionSeason[]
}

export const ClassificationTable = memo(function ClassificationTable({
  session,
  seasons,
}: ClassificationTableProps) {
  const text = useText()
  const drivers = classified(session)
  if (drivers.length === 0) return <EmptyState title={text('session.noDrivers')} />
  return (
    <Table
      headed
      name="classification"
      label={text('session.classification')}
      columns={[...classificationColumns(session, text), ...pointsColumns(seasons, text)]}
      rows={drivers}
      rowKey={(driver) => driver.driverIdx}
    />
  )
})
