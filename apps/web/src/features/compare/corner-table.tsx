import { type CornerFigures, cornerFigures } from '@pitboard/analysis/comparison/corner-figures'
import type { Corner } from '@pitboard/analysis/comparison/find-corners'
import { cornerLosses, lapPhases } from '@pitboard/analysis/comparison/lap-phases'
import { useState } from 'react'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { TextButton } from '../../ui/buttons/button.tsx'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import type { ShownComparison, ShownLap } from './compared/compared-laps.ts'
import { LapBadge } from './compared/lap-badge.tsx'
import { formatDelta, lapName } from './compared/lap-name.ts'
import type { PlotView } from '../../timing/plot/plot-view.ts'

const AROUND_M = 120

interface CornerTableProps {
  readonly comparison: ShownComparison
  readonly view: PlotView
}

interface CornerRow {
  readonly corner: Corner
  readonly lostMs: number | null
  /** The figures of the reference come first, then those of the lap beside it. */
  readonly figures: readonly CornerFigures[]
}

/** Shows each corner with how the reference and one other lap drove it. */
export function CornerTable({ comparison, view }: CornerTableProps) {
  const t = useText()
  const [reference, ...others] = comparison.laps
  const [chosenKey, setChosenKey] = useState('')
  const other = others.find(({ key }) => key === chosenKey) ?? others[0] ?? null
  if (comparison.corners.length === 0) return <p className="text-muted">{t('compare.noCorners')}</p>
  return (
    <div className="flex flex-col gap-3">
      {others.length > 1 && (
        <select
          aria-label={t('compare.against')}
          value={other?.key}
          onChange={({ target }) => setChosenKey(target.value)}
          className={`${CONTROL_LOOK} max-w-80`}
        >
          {others.map((lap) => (
            <option key={lap.key} value={lap.key}>
              {lapName(lap.details, t)}
            </option>
          ))}
        </select>
      )}
      <Table
        name="corners"
        label={t('compare.corners')}
        form="scroll"
        columns={[
          cornerColumn(t, view),
          ...(other ? [lossColumn(t)] : []),
          ...figureColumns([reference, ...(other ? [other] : [])], t),
        ]}
        rows={cornerRows(comparison, other)}
        rowKey={({ corner }) => corner.number}
      />
      <p className="max-w-prose text-small text-muted">{t('compare.cornersNote')}</p>
    </div>
  )
}

function cornerRows({ corners, grid, laps }: ShownComparison, other: ShownLap | null): CornerRow[] {
  const [reference] = laps
  const losses = other
    ? cornerLosses(lapPhases(other.aligned, reference.aligned, corners, grid))
    : new Map<number, number | null>()
  return corners.map((corner) => ({
    corner,
    lostMs: losses.get(corner.number) ?? null,
    figures: [reference, other].flatMap((lap) =>
      lap ? [cornerFigures(lap.aligned, corners, corner, grid)] : [],
    ),
  }))
}

function cornerColumn(t: Text, view: PlotView): Column<CornerRow> {
  return {
    key: 'corner',
    name: t('compare.corners'),
    namesRow: true,
    cell: ({ corner: { number, direction, apexM } }) => (
      <TextButton
        onClick={() => {
          view.show({ from: apexM - AROUND_M, to: apexM + AROUND_M })
          view.choose(apexM)
        }}
      >
        {t('compare.corner', { corner: number })}{' '}
        <span aria-hidden="true">{direction === 'left' ? '↰' : '↱'}</span>
        <span className="sr-only">
          {t(direction === 'left' ? 'compare.left' : 'compare.right')}
        </span>
      </TextButton>
    ),
  }
}

function lossColumn(t: Text): Column<CornerRow> {
  return {
    key: 'lost',
    name: t('compare.lost'),
    align: 'right',
    sortBy: ({ lostMs }) => lostMs,
    cell: ({ lostMs }) => (
      <span className={lostMs !== null && Math.abs(lostMs) >= 50 ? 'font-semibold' : 'text-muted'}>
        {formatDelta(lostMs)}
      </span>
    ),
  }
}

const FIGURES = {
  brakingM: 'compare.braking',
  entryKmh: 'compare.entry',
  minimumKmh: 'compare.minimum',
  exitKmh: 'compare.exit',
} as const satisfies Record<keyof CornerFigures, PlainKey>

const FIGURE_KEYS = ['brakingM', 'entryKmh', 'minimumKmh', 'exitKmh'] as const

function figureColumns(laps: readonly ShownLap[], t: Text): Column<CornerRow>[] {
  return FIGURE_KEYS.flatMap((key) =>
    laps.map((lap, place): Column<CornerRow> => {
      const read = ({ figures }: CornerRow) => figures[place]?.[key] ?? null
      const name = t(FIGURES[key])
      return {
        key: `${key} ${place}`,
        name: t('compare.channelOf', { channel: name, lap: lapName(lap.details, t) }),
        head: (
          <span className="inline-flex flex-col items-end gap-0.5">
            {name}
            <LapBadge look={lap} />
          </span>
        ),
        align: 'right',
        sortBy: read,
        cell: (row) => {
          const value = read(row)
          return value === null ? '–' : Math.round(value)
        },
      }
    }),
  )
}
