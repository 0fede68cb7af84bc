import './timing-tower.css'
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { abnormalResult } from '../../timing/names.ts'
import { TABLE_ROLES } from '../../ui/table-roles.ts'
import { standingOf } from '../live/standing.ts'
import { SHORT_TOWER_COLUMNS, TOWER_COLUMNS, type TowerColumn } from './tower-columns.tsx'
import { useCar, useLive } from '../live/use-live.ts'
import { writeStored, readStored } from '../../state/browser-storage.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'

const GROUPS = ['gaps', 'laps', 'sectors', 'stops'] as const
type ColumnGroup = (typeof GROUPS)[number]

const KEPT = 'columns.tower'

/** The group that this viewer looked at last. */
function keptColumnGroup(): ColumnGroup {
  const kept = readStored(KEPT)
  return GROUPS.find((group) => group === kept) ?? 'gaps'
}

function keepColumnGroup(group: ColumnGroup): void {
  writeStored(KEPT, group)
}

interface ColumnGroupsProps {
  readonly chosen: ColumnGroup
  readonly onChoose: (group: ColumnGroup) => void
}

/** What a tower shows that has no room for everything. */
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

/** The order of the cars and their times; columns by the room there is. */
export function TimingTower() {
  const text = useText()
  const [columns, setColumns] = useState(keptColumnGroup)
  return (
    <section aria-label={text('live.timing')} className="tower min-w-0">
      <ColumnGroups
        chosen={columns}
        onChoose={(group) => {
          setColumns(group)
          keepColumnGroup(group)
        }}
      />
      <TowerTable group={columns} columns={TOWER_COLUMNS} rows={Number.POSITIVE_INFINITY} />
    </section>
  )
}

/** The first cars alone, with their gaps. */
export function ShortTower({ rows }: { readonly rows: number }) {
  return (
    <div className="tower tower-short min-w-0">
      <TowerTable group="gaps" columns={SHORT_TOWER_COLUMNS} rows={rows} />
    </div>
  )
}

interface TowerProps {
  readonly columns: readonly TowerColumn[]
}

interface TowerTableProps extends TowerProps {
  /** What of the columns is shown where there is no room for all. */
  readonly group: ColumnGroup
  readonly rows: number
}

/** A table of its own: its rows are grids that move, and its cells repaint ten times a second. */
function TowerTable({ group, columns, rows }: TowerTableProps) {
  const text = useText()
  return (
    <table
      {...TABLE_ROLES.table}
      aria-label={text('live.tower')}
      data-columns={group}
      className="tower-grid timing block overflow-hidden rounded-l border border-line bg-panel text-timing"
    >
      <TowerHead columns={columns} />
      <TowerBody columns={columns} rows={rows} />
    </table>
  )
}

const TowerHead = memo(function TowerHead({ columns }: TowerProps) {
  const text = useText()
  return (
    <thead {...TABLE_ROLES.group} className="block border-b border-line">
      <tr {...TABLE_ROLES.row} className="tower-row label !h-8">
        {columns.map(({ key, short, long, group, from, look }) => (
          <th
            key={key}
            {...TABLE_ROLES.columnHead}
            scope="col"
            data-group={group}
            data-from={from}
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

interface TowerBodyProps extends TowerProps {
  readonly rows: number
}

const TowerBody = memo(function TowerBody({ columns, rows }: TowerBodyProps) {
  // A text, because a fresh list of the same order would repaint the tower at every tick.
  const order = useLive((session) => standingOf(session).order.slice(0, rows).join()) ?? ''
  const places = order === '' ? [] : order.split(',').map(Number)
  const body = useMovingRows(places)
  return (
    <tbody {...TABLE_ROLES.group} className="block" ref={body}>
      {places.map((place) => (
        <TowerRow key={place} place={place} columns={columns} />
      ))}
    </tbody>
  )
})

interface TowerRowProps extends TowerProps {
  readonly place: number
}

const TowerRow = memo(function TowerRow({ place, columns }: TowerRowProps) {
  const isOut = useCar(place, (driver) => abnormalResult(driver.resultStatus) !== null)
  return (
    <tr
      {...TABLE_ROLES.row}
      data-place={place}
      className={`tower-row relative bg-panel even:bg-stripe ${isOut ? 'text-faint' : ''}`}
    >
      {columns.map(({ key, group, from, look, Cell }) => (
        <td
          key={key}
          {...TABLE_ROLES.cell}
          data-cell={key}
          data-group={group}
          data-from={from}
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
  // Who gains a place passes in front.
  const zIndex = rowsUp > 0 ? 2 : 1
  row.animate(
    [
      { transform: `translateY(${distance}px)`, zIndex },
      { transform: 'none', zIndex },
    ],
    { duration: 500, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  )
}
