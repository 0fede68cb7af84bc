import { type ReactNode, useId, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CHART_BOX } from '../chart-place.ts'
import { LATER, useLayOutWhenNear } from './when-near.tsx'

/** A chart is about so high; it reserves this space before its layout. */
const CHART_ROOM = {
  lines: '[contain-intrinsic-height:auto_45rem] wide:[contain-intrinsic-height:auto_35rem]',
  bars: '[contain-intrinsic-height:auto_37rem]',
  strip: '[contain-intrinsic-height:auto_12rem]',
} as const

/** It is null for a chart that is laid out at once: what stands below it does not move. */
export type ChartRoom = keyof typeof CHART_ROOM | null

interface ChartCardProps {
  readonly title: string
  /** It can be chosen about the chart, beside its title. */
  readonly choice?: ReactNode
  /** It says how to read the chart. */
  readonly note?: ReactNode
  /** The table has the same numbers, and is made when somebody asks for it. */
  readonly table?: ReactNode
  readonly room: ChartRoom
  readonly children: ReactNode
}

/**
 * Shows a chart under its name, with the table that says the same. It is in the page at once, and laid out when the
 * reader comes near or the browser has nothing else to do.
 */
export function ChartCard({ title, choice, note, table, room, children }: ChartCardProps) {
  const t = useText()
  const id = useId()
  const place = useRef<HTMLElement>(null)
  useLayOutWhenNear(place)
  const [asTable, setAsTable] = useState(false)
  return (
    <section
      ref={place}
      aria-labelledby={id}
      className={room === null ? CHART_BOX : `${CHART_BOX} ${LATER} ${CHART_ROOM[room]}`}
    >
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h3 id={id}>{title}</h3>
        <div className="flex items-start gap-2">
          {choice}
          {table !== undefined && (
            <button
              type="button"
              aria-pressed={asTable}
              aria-label={`${t('charts.table')}: ${title}`}
              onClick={() => setAsTable(!asTable)}
              className="timing control shrink-0 rounded-m border border-line px-3 text-muted hover:text-text aria-pressed:border-text aria-pressed:text-text"
            >
              {t('charts.table')}
            </button>
          )}
        </div>
      </div>
      {note !== undefined && <p className="mb-3 text-small text-muted">{note}</p>}
      {asTable && table !== undefined ? table : children}
    </section>
  )
}
