import './typed-grid.css'
import { ResultStatus } from '@pitboard/contract/enumerations'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { PlainKey } from '../../../messages/plain-key.ts'
import { useText } from '../../../messages/use-text.ts'
import { CONTROL_LOOK } from '../../../ui/control-look.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { TypedField, TypedRow } from './typed-rows.ts'

export const COLUMNS = [
  { field: 'name', label: 'organiser.driver' },
  { field: 'team', label: 'organiser.team' },
  { field: 'time', label: 'organiser.timeOrGap' },
  { field: 'bestLap', label: 'organiser.bestLap' },
  { field: 'laps', label: 'organiser.lapsDriven' },
  { field: 'grid', label: 'organiser.grid' },
  { field: 'penalty', label: 'organiser.penaltySeconds' },
] as const satisfies readonly { field: TypedField; label: PlainKey }[]

const STATUSES = [
  [ResultStatus.Finished, 'organiser.finished'],
  [ResultStatus.Retired, 'timing.retired'],
  [ResultStatus.Disqualified, 'timing.disqualified'],
  [ResultStatus.NotClassified, 'timing.notClassified'],
] as const satisfies readonly (readonly [number, PlainKey])[]

interface TypedLineProps {
  readonly row: TypedRow
  readonly index: number
  readonly columns: readonly (typeof COLUMNS)[number][]
  /** Ids of what is offered. */
  readonly lists: Partial<Readonly<Record<TypedField, string>>>
  readonly faults: readonly TypedField[]
  readonly onField: (field: TypedField, value: string) => void
  readonly onStatus: (resultStatus: number) => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>, field: TypedField) => void
  readonly onPaste: (event: ClipboardEvent<HTMLElement>, field: TypedField) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

export function TypedLine({ row, index, columns, lists, faults, ...on }: TypedLineProps) {
  const text = useText()
  const place = index + 1
  const named = (label: PlainKey) => text('organiser.inLine', { label: text(label), place })
  return (
    <li className="typed-line max-wide:border-b max-wide:border-line max-wide:pb-4">
      <span aria-hidden="true" className="timing text-lg text-faint">
        {place}
      </span>
      {columns.map(({ field, label }) => {
        const isFault = faults.includes(field)
        return (
          <label key={field} data-field={field} className="flex min-w-0 flex-col gap-0.5">
            <span aria-hidden="true" data-label="" className="text-small text-muted">
              {text(label)}
            </span>
            <input
              value={row[field]}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              aria-label={named(label)}
              aria-invalid={isFault}
              data-invalid={isFault ? '' : undefined}
              data-cell={`${index} ${field}`}
              list={lists[field]}
              onChange={(event) => on.onField(field, event.target.value)}
              onKeyDown={(event) => on.onKey(event, field)}
              onPaste={(event) => on.onPaste(event, field)}
              className={CONTROL_LOOK}
            />
          </label>
        )
      })}
      <label data-field="status" className="flex min-w-0 flex-col gap-0.5">
        <span aria-hidden="true" data-label="" className="text-small text-muted">
          {text('organiser.resultStatus')}
        </span>
        <select
          value={row.resultStatus}
          aria-label={named('organiser.resultStatus')}
          onChange={(event) => on.onStatus(Number(event.target.value))}
          className={CONTROL_LOOK}
        >
          {STATUSES.map(([status, name]) => (
            <option key={status} value={status}>
              {text(name)}
            </option>
          ))}
        </select>
      </label>
      <Menu
        label={named('organiser.line')}
        items={[
          { label: text('organiser.moveUp'), onSelect: () => on.onMove(-1), disabled: index === 0 },
          { label: text('organiser.moveDown'), onSelect: () => on.onMove(1) },
          { label: text('organiser.removeLine'), onSelect: on.onRemove, danger: true },
        ]}
      />
    </li>
  )
}
