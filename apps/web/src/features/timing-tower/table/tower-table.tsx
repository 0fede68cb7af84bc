import './timing-tower.css'
import { type FocusEvent, memo, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { TABLE_ROLES } from '../../../ui/table-roles.ts'
import { useDriverFocus } from '../../race/driver-focus.tsx'
import { isOut } from '../../race/standing.ts'
import { useCar, useLive, useLiveStore } from '../../race/use-live.ts'
import { useMovingRows } from './use-moving-rows.ts'
import { moveFocus, TabStopContext } from './tab-stop.ts'
import type { TowerLayout } from './tower-column.ts'
import { type FirstPlaces, readTowerOrder, type TowerOrder, towerOrderKey } from './tower-order.ts'

interface TowerProps {
  readonly layout: TowerLayout
}

interface TowerTableProps extends TowerProps {
  readonly rows: number
  /** This many advance to the next part of qualifying: the cut line is below them. */
  readonly advancing?: number | null
  /** These are places of the rows that stay in sight, in the order of the rows, joined by commas. */
  readonly pinned?: string
  /** Null means that all rows are in the order of the session. */
  readonly firstPlaces?: FirstPlaces | null
}

/** The tower has a table of its own: its rows are grids that move, and its cells repaint ten times a second. */
export function TowerTable({ layout, ...body }: TowerTableProps) {
  const t = useText()
  return (
    <table
      {...TABLE_ROLES.table}
      aria-label={t('live.tower')}
      className="timing block overflow-clip rounded-l border border-line bg-panel text-timing"
    >
      <TowerHead layout={layout} />
      <TowerBody layout={layout} {...body} />
    </table>
  )
}

const TowerHead = memo(function TowerHead({ layout: { columns, template } }: TowerProps) {
  const t = useText()
  return (
    <thead {...TABLE_ROLES.group} className="sticky top-0 z-4 block border-b border-line bg-panel">
      <tr
        {...TABLE_ROLES.row}
        className="tower-row tower-head label"
        style={{ gridTemplateColumns: template }}
      >
        {columns.map(({ key, short, long, look, Head }) => (
          <th
            key={key}
            {...TABLE_ROLES.columnHead}
            scope="col"
            className={`overflow-hidden whitespace-nowrap ${look}`}
            title={Head ? undefined : t(long)}
          >
            {Head ? (
              <Head />
            ) : (
              <>
                <span aria-hidden="true">
                  {short === null || short === '#' || short === '±' ? short : t(short)}
                </span>
                <span className="sr-only">{t(long)}</span>
              </>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
})

const TowerBody = memo(function TowerBody({
  layout,
  rows,
  advancing = null,
  pinned = '',
  firstPlaces = null,
}: TowerTableProps) {
  const order = useLive((session) => towerOrderKey(session, rows, advancing, firstPlaces)) ?? ''
  const { places, first, atRisk } = readTowerOrder(order)
  const pins = pinned.split(',')
  const body = useMovingRows(places)
  const { view } = useLiveStore()
  const focus = useDriverFocus()
  const drivers = view().session?.drivers ?? []

  const [visited, setVisited] = useState<number | null>(null)
  const followed = places.find((place) => drivers[place]?.driverIdx === focus.driverIdx)
  const isVisited = visited !== null && places.includes(visited)
  const tabStop = (isVisited ? visited : (followed ?? places[0])) ?? null

  function followPressed({ target }: MouseEvent) {
    const driver = view().session?.drivers[placeOf(target) ?? -1]
    if (driver) focus.focusDriver(driver.driverIdx === focus.driverIdx ? null : driver.driverIdx)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button in each row is what is pressed and focused
    <tbody
      {...TABLE_ROLES.group}
      className="block"
      ref={body}
      onClick={followPressed}
      onKeyDown={moveFocus}
      onFocus={({ target }: FocusEvent) => setVisited(placeOf(target))}
    >
      <TabStopContext value={tabStop}>
        {places.map((place, index) => (
          <TowerRow
            key={place}
            place={place}
            layout={layout}
            isFocused={focus.driverIdx !== null && drivers[place]?.driverIdx === focus.driverIdx}
            isLastFirst={index + 1 === first}
            isLastSafe={isLastSafe(index, { places, first, atRisk })}
            isAtRisk={atRisk.includes(place)}
            pin={pins.indexOf(String(place))}
            pins={pins.length}
          />
        ))}
      </TabStopContext>
    </tbody>
  )
})

/** The line is among those who are in the order of the session. */
function isLastSafe(index: number, { places, first, atRisk }: TowerOrder): boolean {
  const [place, next] = [places[index], places[index + 1]]
  if (index < first || place === undefined || next === undefined) return false
  return !atRisk.includes(place) && atRisk.includes(next)
}

function placeOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-place]') : null
  const place = row?.getAttribute('data-place') ?? null
  return place === null ? null : Number(place)
}

interface TowerRowProps extends TowerProps {
  readonly place: number
  readonly isFocused: boolean
  /** The others are below this row, in the order of the session. */
  readonly isLastFirst: boolean
  /** The cut line of qualifying is below this row. */
  readonly isLastSafe: boolean
  /** The row stands below the cut line. */
  readonly isAtRisk: boolean
  /** This is the row's number among the pinned rows; it is -1 for a row that is not pinned. */
  readonly pin: number
  readonly pins: number
}

const TowerRow = memo(function TowerRow({
  place,
  layout: { columns, template },
  isFocused,
  isLastFirst,
  isLastSafe,
  isAtRisk,
  pin,
  pins,
}: TowerRowProps) {
  const hasLeft = useCar(place, isOut)
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isFocused) row.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isFocused])
  const looks = [
    'tower-row relative',
    pin >= 0 && 'tower-pinned',
    isFocused && 'tower-focused',
    isLastFirst && 'tower-first-end',
    isLastSafe && 'tower-cut',
    isAtRisk && 'tower-at-risk',
    hasLeft && 'text-faint',
  ]
  return (
    <tr
      ref={row}
      {...TABLE_ROLES.row}
      data-place={place}
      style={
        pin < 0
          ? { gridTemplateColumns: template }
          : { gridTemplateColumns: template, '--pins-above': pin, '--pins-below': pins - 1 - pin }
      }
      className={looks.filter((look) => look !== false && look !== null).join(' ')}
    >
      {columns.map(({ key, look, runs, Cell }) => (
        <td
          key={key}
          {...TABLE_ROLES.cell}
          data-cell={key}
          className={`min-w-0 whitespace-nowrap ${look}`}
        >
          {runs ? (
            <div className="tower-figure">
              <Cell place={place} />
            </div>
          ) : (
            <Cell place={place} />
          )}
        </td>
      ))}
    </tr>
  )
})
