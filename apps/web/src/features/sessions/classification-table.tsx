import type { SessionDetail } from '@pitboard/contract/session'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table/table.tsx'
import { classificationColumns } from './classification-columns.tsx'
import { classified } from './classification.ts'

export function ClassificationTable({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  const drivers = classified(session)
  return (
    <Section title={text('session.classification')}>
      {drivers.length === 0 ? (
        <EmptyState title={text('session.noDrivers')} />
      ) : (
        <Table
          label={text('session.classification')}
          columns={classificationColumns(session, text)}
          rows={drivers}
          rowKey={(driver) => driver.driverIdx}
        />
      )}
    </Section>
  )
}
