import './timing-tower.css'
import { memo, useState } from 'react'
import { abnormalResult } from '../../timing/names.ts'
import { standingOf } from './standing.ts'
import { TOWER_COLUMNS } from './tower-columns.tsx'
import { useCar, useLive } from './use-live.ts'
import { useMovingRows } from './use-moving-rows.ts'

const GROUPS = [
  ['gaps', 'Gaps'],
  ['laps', 'Laps'],
  ['sectors', 'Sectors'],
  ['stops', 'Stops'],
] as const

export function TimingTower() {
  const [columns, setColumns] = useState('gaps')
  return (
    <section aria-label="Timing" className="tower min-w-0">
      <fieldset className="tower-choice mb-2 grid grid-cols-4 rounded-m border border-line bg-panel p-0.5">
        <legend className="sr-only">Columns</legend>
        {GROUPS.map(([group, label]) => (
          <button
            key={group}
            type="button"
            aria-pressed={columns === group}
            onClick={() => setColumns(group)}
            className="timing min-h-11 rounded-s text-muted aria-pressed:bg-raised aria-pressed:text-text"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <table
        aria-label="Timing tower"
        data-columns={columns}
        className="tower-grid timing block overflow-hidden rounded-m border border-line bg-panel text-[1.0625rem]"
      >
        <TowerHead />
        <TowerBody />
      </table>
    </section>
  )
}

const TowerHead = memo(function TowerHead() {
  return (
    <thead className="block border-b border-line">
      <tr className="tower-row label !h-8">
        {TOWER_COLUMNS.map(({ key, short, long, group, from, look }) => (
          <th key={key} scope="col" data-group={group} data-from={from} className={look}>
            <abbr title={long} className="no-underline">
              {short || <span className="sr-only">{long}</span>}
            </abbr>
          </th>
        ))}
      </tr>
    </thead>
  )
})

const TowerBody = memo(function TowerBody() {
  // A text, because a fresh list of the same order would repaint the tower at every tick.
  const order = useLive((session) => standingOf(session).order.join()) ?? ''
  const places = order === '' ? [] : order.split(',').map(Number)
  const rows = useMovingRows(places)
  return (
    <tbody className="block" ref={rows}>
      {places.map((place) => (
        <TowerRow key={place} place={place} />
      ))}
    </tbody>
  )
})

const TowerRow = memo(function TowerRow({ place }: { place: number }) {
  const isOut = useCar(place, (driver) => abnormalResult(driver.resultStatus) !== null)
  return (
    <tr
      data-place={place}
      className={`tower-row relative bg-panel even:bg-stripe ${isOut ? 'text-faint' : ''}`}
    >
      {TOWER_COLUMNS.map(({ key, group, from, look, Cell }) => (
        <td
          key={key}
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
