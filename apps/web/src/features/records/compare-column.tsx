import { writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import type { DrivenLap } from '@pitboard/contract/records/records'
import type { ReactNode } from 'react'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import type { Column } from '../../ui/table/column.ts'

export type ComparableLap = Pick<DrivenLap, 'sessionId' | 'driverIdx' | 'lapNum' | 'hasTrace'>

interface ComparedWith {
  readonly lap: ComparableLap | null
  readonly name: PlainKey
}

/** Returns a column of links that compare the lap of a row with others; none where no row has a link. */
export function compareColumn<Row>(
  rows: readonly Row[],
  lapOf: (row: Row) => ComparableLap,
  others: (row: Row) => readonly ComparedWith[],
  t: Text,
): Column<Row>[] {
  const linksOf = (row: Row) =>
    others(row).flatMap(({ lap, name }) =>
      lap && canCompare(lap, lapOf(row)) ? [{ lap, name }] : [],
    )
  if (rows.every((row) => linksOf(row).length === 0)) return []
  return [
    {
      key: 'compare',
      name: t('records.compare'),
      align: 'right',
      phone: 'below',
      cell: (row) => (
        <span className="flex flex-wrap justify-end gap-x-3">
          {linksOf(row).length === 0 && <span className="text-muted">–</span>}
          {linksOf(row).map(({ lap, name }) => (
            <CompareLink key={name} laps={[lapOf(row), lap]}>
              <span className="sr-only">{t('records.compare')} </span>
              {t(name)}
            </CompareLink>
          ))}
        </span>
      ),
    },
  ]
}

/** Both have telemetry, and they are two laps. */
export function canCompare(a: ComparableLap, b: ComparableLap): boolean {
  return a.hasTrace && b.hasTrace && toReference(a) !== toReference(b)
}

interface CompareLinkProps {
  readonly laps: readonly ComparableLap[]
  readonly children: ReactNode
}

export function CompareLink({ laps, children }: CompareLinkProps) {
  return (
    <TextLink to="/compare" search={{ laps: laps.map(toReference).join(',') }}>
      {children}
    </TextLink>
  )
}

function toReference({ sessionId, driverIdx, lapNum }: ComparableLap): string {
  return writeLapReference({ sessionId, driverIdx, lap: lapNum })
}
