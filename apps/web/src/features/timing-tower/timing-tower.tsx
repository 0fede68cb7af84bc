import './timing-tower.css'
import { memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { abnormalResult } from '../../timing/names.ts'
import { TABLE_ROLES } from '../../ui/table-roles.ts'
import { standingOf } from '../live/standing.ts'
import {
  COLUMN_GROUPS,
  type ColumnGroup,
  type TowerLayout,
  towerLayout,
  type TowerRoom,
} from './tower-columns.tsx'
import { useCar, useLive } from '../live/use-live.ts'
import { writeStored, readStored } from '../../state/browser-storage.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'

const STORAGE_KEY = 'columns.tower'

/** The group that this viewer chose last. */
function readColumnGroup(): ColumnGroup {
  const stored = readStored(STORAGE_KEY)
  return COLUMN_GROUPS.find((group) => group === stored) ?? 'gaps'
}

interface ColumnGroupsProps {
  readonly chosen: ColumnGroup
  readonly onChoose: (group: ColumnGroup) => void
}

/** The choice of columns of a tower without room for all. */
function ColumnGroups({ chosen, onChoose }: ColumnGroupsProps) {
  const text = useText()
  return (
    <div className="tower-choice mb-2">
      <ChoiceBar
        label={text('live.columns')}
        value={chosen}
        onChange={onChoose}
        options={[
          { value: 'gaps', label: text('live.groupGaps') },
          { value: 'laps', label: text('live.groupLaps') },
          { value: 'sectors', label: text('live.groupSectors') },
          { value: 'stops', label: text('live.groupStops') },
        ]}
      />
    </div>
  )
}

const MIDDLE_FROM = 600
const WIDE_FROM = 820

/** The order of the cars and their times, in as many columns as there is room for. */
export function TimingTower() {
  const text = useText()
  const [section, room] = useRoom()
  const [group, setGroup] = useState(readColumnGroup)
  const layout = useMemo(() => towerLayout(room, group), [room, group])
  return (
    <section ref={section} aria-label={text('live.timing')} className="tower min-w-0">
      {room === 'narrow' && (
        <ColumnGroups
          chosen={group}
          onChoose={(chosen) => {
            setGroup(chosen)
            writeStored(STORAGE_KEY, chosen)
          }}
        />
      )}
      <TowerTable layout={layout} rows={Number.POSITIVE_INFINITY} />
    </section>
  )
}

/** Measured before the first paint, so that no column appears and disappears. */
function useRoom(): [RefObject<HTMLElement | null>, TowerRoom] {
  const section = useRef<HTMLElement>(null)
  const [room, setRoom] = useState<TowerRoom>('narrow')
  useLayoutEffect(() => {
    const element = section.current
    if (!element) return
    const measure = () => setRoom(roomOf(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [section, room]
}

function roomOf(width: number): TowerRoom {
  if (width >= WIDE_FROM) return 'wide'
  return width >= MIDDLE_FROM ? 'middle' : 'narrow'
}

const SHORT_LAYOUT = towerLayout('narrow', 'gaps')

/** The first cars alone, with their gaps. */
export function ShortTower({ rows }: { readonly rows: number }) {
  return (
    <div className="tower tower-short min-w-0">
      <TowerTable layout={SHORT_LAYOUT} rows={rows} />
    </div>
  )
}

interface TowerProps {
  readonly layout: TowerLayout
}

interface TowerTableProps extends TowerProps {
  readonly rows: number
}

/** A table of its own: its rows are grids that move, and its cells repaint ten times a second. */
function TowerTable({ layout, rows }: TowerTableProps) {
  const text = useText()
  return (
    <table
      {...TABLE_ROLES.table}
      aria-label={text('live.tower')}
      className="timing block overflow-hidden rounded-l border border-line bg-panel text-timing"
    >
      <TowerHead layout={layout} />
      <TowerBody layout={layout} rows={rows} />
    </table>
  )
}

const TowerHead = memo(function TowerHead({ layout: { columns, template } }: TowerProps) {
  const text = useText()
  return (
    <thead {...TABLE_ROLES.group} className="block border-b border-line">
      <tr
        {...TABLE_ROLES.row}
        className="tower-row label !h-8"
        style={{ gridTemplateColumns: template }}
      >
        {columns.map(({ key, short, long, look }) => (
          <th
            key={key}
            {...TABLE_ROLES.columnHead}
            scope="col"
            className={`overflow-hidden ${look}`}
            title={text(long)}
          >
            <span aria-hidden="true">{short === null || short === '#' ? short : text(short)}</span>
            <span className="sr-only">{text(long)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
})

const TowerBody = memo(function TowerBody({ layout, rows }: TowerTableProps) {
  // A text, because a new list of the same order would repaint the tower at every tick.
  const order = useLive((session) => standingOf(session).order.slice(0, rows).join()) ?? ''
  const places = order === '' ? [] : order.split(',').map(Number)
  const body = useMovingRows(places)
  return (
    <tbody {...TABLE_ROLES.group} className="block" ref={body}>
      {places.map((place) => (
        <TowerRow key={place} place={place} layout={layout} />
      ))}
    </tbody>
  )
})

interface TowerRowProps extends TowerProps {
  readonly place: number
}

const TowerRow = memo(function TowerRow({ place, layout: { columns, template } }: TowerRowProps) {
  const isOut = useCar(place, (driver) => abnormalResult(driver.resultStatus) !== null)
  return (
    <tr
      {...TABLE_ROLES.row}
      data-place={place}
      style={{ gridTemplateColumns: template }}
      className={`tower-row relative bg-panel even:bg-stripe ${isOut ? 'text-faint' : ''}`}
    >
      {columns.map(({ key, look, Cell }) => (
        <td
          key={key}
          {...TABLE_ROLES.cell}
          data-cell={key}
          className={`min-w-0 whitespace-nowrap ${look}`}
        >
          <Cell place={place} />
        </td>
      ))}
    </tr>
  )
})

/** Lets rows glide to their new place when the order changes; all rows are equally high. */
function useMovingRows(places: readonly number[]): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  const before = useRef(new Map<number, number>())
  useLayoutEffect(() => {
    const moves = new Map(places.map((place, index) => [place, index]))
    for (const [index, row] of [...(body.current?.children ?? [])].entries()) {
      const place = places[index]
      const from = place === undefined ? undefined : before.current.get(place)
      if (from !== undefined && from !== index) glide(row, from - index)
    }
    before.current = moves
  })
  return body
}

function glide(row: Element, rowsUp: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const distance = rowsUp * row.getBoundingClientRect().height
  // A car that gains a place passes in front.
  const zIndex = rowsUp > 0 ? 2 : 1
  row.animate(
    [
      { transform: `translateY(${distance}px)`, zIndex },
      { transform: 'none', zIndex },
    ],
    { duration: 500, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  )
}
