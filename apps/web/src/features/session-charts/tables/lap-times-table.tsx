import { resultOrder } from '@pitboard/contract/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useRef } from 'react'
import { useText } from '../../../messages/use-text.ts'
import type { Text } from '../../../messages/create-text.ts'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'
import { chartDrivers } from '../../../timing/laps/chart-driver.ts'
import { LATER, useLayOutWhenNear } from '../../../timing/plot/when-near.tsx'
import { sessionBestLapMs } from '../../session/classification.ts'
import { LapCell, LapLegend } from './lap-cell.tsx'

/** Drivers across in the order of the result, laps down. */
export function LapTimesTable({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  const place = useRef<HTMLDivElement>(null)
  useLayOutWhenNear(place)
  const order = resultOrder(session)
  const drivers = order.filter(({ lapTimes }) => lapTimes.length > 0)
  if (drivers.length === 0) return null
  const lastLap = Math.max(...drivers.map(({ lapTimes }) => lapTimes.length))
  return (
    <div ref={place} className={`[contain-intrinsic-size:auto_60rem] ${LATER}`}>
      <Section title={text('session.lapTimes')}>
        <Table
          name="lapTimes"
          label={text('session.lapTimes')}
          form="scroll"
          dense
          columns={[lapColumn(text), ...driverColumns(order, sessionBestLapMs(session))]}
          rows={Array.from({ length: lastLap }, (_, index) => index + 1)}
          rowKey={(lapNum) => lapNum}
        />
        <LapLegend />
      </Section>
    </div>
  )
}

function lapColumn(text: Text): Column<number> {
  return {
    key: 'lap',
    name: text('session.lap'),
    align: 'right',
    namesRow: true,
    cell: (lapNum) => <span className="text-muted">{lapNum}</span>,
  }
}

function driverColumns(order: readonly Driver[], bestMs: number): Column<number>[] {
  const shown = chartDrivers(order)
  return order.flatMap((driver, place): Column<number>[] => {
    const { colour, code } = shown[place] ?? {}
    if (driver.lapTimes.length === 0) return []
    return [
      {
        key: String(driver.driverIdx),
        name: driver.name,
        align: 'right',
        head: (
          <span
            className="border-b-2 pb-0.5 text-small font-semibold text-text"
            style={{ borderColor: colour }}
          >
            {code}
          </span>
        ),
        cell: (lapNum) => <LapCell driver={driver} lapNum={lapNum} bestMs={bestMs} />,
      },
    ]
  })
}
