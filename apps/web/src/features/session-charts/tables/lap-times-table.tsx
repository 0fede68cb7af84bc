import { resultOrder } from '@pitboard/analysis/outcome/result-order'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../../messages/use-text.ts'
import type { Text } from '../../../messages/create-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Table } from '../../../ui/table/table.tsx'
import { chartDrivers } from '../../../timing/laps/chart-driver.ts'
import { LATER, useLayOutWhenNear } from '../../../timing/plot/when-near.tsx'
import { sessionBestLapMs } from '../../session/classification.ts'
import { LapCell, LapLegend } from './lap-cell.tsx'
import { PickableLap, PickedLaps } from './picked-laps.tsx'

/** Shows drivers across in the order of the result, laps down. */
export function LapTimesTable({ session }: { readonly session: SessionDetail }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  useLayOutWhenNear(place)
  /** These laps are to be compared, as an address names them; null while nobody picks. */
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const order = resultOrder(session)
  const drivers = order.filter(({ lapTimes }) => lapTimes.length > 0)
  if (drivers.length === 0) return null
  const lastLap = Math.max(...drivers.map(({ lapTimes }) => lapTimes.length))
  const bestMs = sessionBestLapMs(session)
  const cellOf = (driver: Driver, lapNum: number) => (
    <PickableLap
      reference={{ sessionId: session.id, driverIdx: driver.driverIdx, lap: lapNum }}
      picked={driver.lapTimes[lapNum - 1] ? picked : null}
      onPicked={setPicked}
    >
      <LapCell driver={driver} lapNum={lapNum} bestMs={bestMs} />
    </PickableLap>
  )
  return (
    <div ref={place} className={`[contain-intrinsic-size:auto_60rem] ${LATER}`}>
      <Section
        title={t('session.lapTimes')}
        actions={
          <Button look="plain" onClick={() => setPicked(picked === null ? [] : null)}>
            {t(picked === null ? 'compare.pick' : 'ui.cancel')}
          </Button>
        }
      >
        {picked !== null && <PickedLaps picked={picked} />}
        <Table
          name="lapTimes"
          label={t('session.lapTimes')}
          form="scroll"
          dense
          columns={[lapColumn(t), ...driverColumns(order, cellOf)]}
          rows={Array.from({ length: lastLap }, (_, index) => index + 1)}
          rowKey={(lapNum) => lapNum}
        />
        <LapLegend />
      </Section>
    </div>
  )
}

function lapColumn(t: Text): Column<number> {
  return {
    key: 'lap',
    name: t('session.lap'),
    align: 'right',
    namesRow: true,
    cell: (lapNum) => <span className="text-muted">{lapNum}</span>,
  }
}

function driverColumns(
  order: readonly Driver[],
  cellOf: (driver: Driver, lapNum: number) => ReactNode,
): Column<number>[] {
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
        cell: (lapNum) => cellOf(driver, lapNum),
      },
    ]
  })
}
