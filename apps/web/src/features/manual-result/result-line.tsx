import './result-grid.css'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-variants.ts'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/choices/menu.tsx'
import { STATUSES, type TypedColumn } from './result-columns.ts'
import { readLapsBehind, type TypedField, type TypedRow } from './result-rows.ts'
import { formatLapsDown } from '../../timing/format-lap-time.ts'

const LAPS_MAX = 10

interface LapsBehindChoiceProps {
  /** It stands in the field for the time or the gap. */
  readonly time: string
  readonly label: string
  readonly onTime: (time: string) => void
}

/** The keys of a phone for numbers have neither the plus nor the letters of `+1 lap`. */
function LapsBehindChoice({ time, label, onTime }: LapsBehindChoiceProps) {
  const t = useText()
  const behind = readLapsBehind(time) ?? 0
  const offered = Array.from({ length: Math.max(LAPS_MAX, behind) }, (_, index) => index + 1)
  return (
    <label data-field="behind" data-more="" className="flex min-w-0 flex-col gap-0.5">
      <span aria-hidden="true" data-label="" className="text-small text-muted">
        {t('organiser.lapsBehind')}
      </span>
      <select
        value={behind}
        aria-label={label}
        onChange={({ target }) => {
          const laps = Number(target.value)
          onTime(laps === 0 ? '' : formatLapsDown(laps, t))
        }}
        className={CONTROL_LOOK}
      >
        <option value={0}>–</option>
        {offered.map((laps) => (
          <option key={laps} value={laps}>
            {formatLapsDown(laps, t)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface TypedLineProps {
  readonly row: TypedRow
  readonly index: number
  readonly columns: readonly TypedColumn[]
  /** A phone shows it beside the name while the line is folded. */
  readonly main: TypedField
  /** The lists with these ids are offered. */
  readonly lists: Partial<Readonly<Record<TypedField, string>>>
  readonly faults: readonly TypedField[]
  readonly onField: (field: TypedField, value: string) => void
  readonly onStatus: (resultStatus: number) => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>, field: TypedField) => void
  readonly onPaste: (event: ClipboardEvent<HTMLElement>, field: TypedField) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
  readonly onHold: (event: PointerEvent<HTMLElement>) => void
}

/** A phone shows the line as one row that unfolds; a wider screen shows all fields beside each other. */
export function TypedLine({ row, index, columns, main, lists, faults, ...on }: TypedLineProps) {
  const t = useText()
  const [isUnfolded, setUnfolded] = useState(false)
  const id = useId()
  const place = index + 1
  const named = (label: PlainKey) => t('organiser.inLine', { label: t(label), place })
  const isMore = (field: TypedField) => field !== 'name' && field !== main
  // What can't be read is to be seen.
  const isOpen = isUnfolded || faults.some(isMore)
  const facts = factsOf(row, columns, main, t)
  return (
    <li id={id} data-open={isOpen ? '' : undefined} className="typed-line">
      <span
        aria-hidden="true"
        title={t('organiser.drag')}
        onPointerDown={on.onHold}
        className="timing grid min-h-10 cursor-grab touch-none place-items-center rounded-m text-timing text-faint select-none hover:bg-raised active:cursor-grabbing"
      >
        {place}
      </span>
      {columns.map(({ field, label, inputMode }) => {
        const isFault = faults.includes(field)
        return (
          <label
            key={field}
            data-field={field}
            data-more={isMore(field) ? '' : undefined}
            className="flex min-w-0 flex-col gap-0.5"
          >
            <span aria-hidden="true" data-label="" className="text-small text-muted">
              {t(label)}
            </span>
            <input
              value={row[field]}
              maxLength={TEXT_MAX.driverName}
              inputMode={inputMode}
              enterKeyHint="next"
              placeholder={isMore(field) ? undefined : t(label)}
              autoComplete="off"
              spellCheck={false}
              aria-label={named(label)}
              aria-invalid={isFault}
              data-cell={`${index} ${field}`}
              list={lists[field]}
              onChange={(event) => {
                // It stays open once what could not be read has been put right.
                if (isMore(field)) setUnfolded(true)
                on.onField(field, event.target.value)
              }}
              onKeyDown={(event) => on.onKey(event, field)}
              onPaste={(event) => on.onPaste(event, field)}
              className={CONTROL_LOOK}
            />
          </label>
        )
      })}
      <label data-field="status" data-more="" className="flex min-w-0 flex-col gap-0.5">
        <span aria-hidden="true" data-label="" className="text-small text-muted">
          {t('organiser.resultStatus')}
        </span>
        <select
          value={row.resultStatus}
          aria-label={named('organiser.resultStatus')}
          onChange={(event) => on.onStatus(Number(event.target.value))}
          className={CONTROL_LOOK}
        >
          {STATUSES.map(([status, name]) => (
            <option key={status} value={status}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      {main === 'time' && (
        <LapsBehindChoice
          time={row.time}
          label={named('organiser.lapsBehind')}
          onTime={(time) => on.onField('time', time)}
        />
      )}
      <button
        type="button"
        data-fold=""
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={named('organiser.moreFields')}
        onClick={() => setUnfolded(!isOpen)}
        className={`${buttonClass('quiet', 'square')} [&[aria-expanded=true]_svg]:rotate-180`}
      >
        <Icon name="chevronDown" />
      </button>
      {facts !== '' && (
        <span data-facts="" className="truncate text-small text-muted">
          {facts}
        </span>
      )}
      <div data-menu="">
        <Menu
          label={named('organiser.line')}
          items={[
            {
              label: t('organiser.moveUp'),
              onSelect: () => on.onMove(-1),
              disabled: index === 0,
            },
            { label: t('organiser.moveDown'), onSelect: () => on.onMove(1) },
            { label: t('organiser.removeLine'), onSelect: on.onRemove, danger: true },
          ]}
        />
      </div>
    </li>
  )
}

/** Returns what a folded line holds beside what it shows. */
function factsOf(
  row: TypedRow,
  columns: readonly TypedColumn[],
  main: TypedField,
  t: Text,
): string {
  const status = STATUSES.find(([one]) => one === row.resultStatus)?.[1]
  const hasStatus = row.resultStatus !== ResultStatus.Finished && status !== undefined
  const fields = columns.filter(({ field }) => field !== 'name' && field !== main)
  return [
    ...(hasStatus ? [t(status)] : []),
    ...fields.flatMap(({ field, label }) => {
      const typed = row[field].trim()
      if (typed === '') return []
      return [field === 'team' ? typed : `${t(label)} ${typed}`]
    }),
  ].join(' · ')
}
