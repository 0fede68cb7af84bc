import type { Column } from './column.ts'
import type { Sorting } from './sort-rows.ts'
import { useText } from '../../messages/use-text.ts'
import { CONTROL_LOOK, POPUP_LOOK } from '../control-style.ts'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Icon } from '../icon.tsx'

interface SortChoiceProps {
  readonly columns: readonly { readonly key: string; readonly name: string }[]
  readonly sorting: Sorting | null
  readonly onSorting: (sorting: Sorting | null) => void
}

const NONE = 'none'

/** A phone shows its native list of choices. */
function SortChoice({ columns, sorting, onSorting }: SortChoiceProps) {
  const t = useText()
  const choices = columns.flatMap(
    ({ key, name }): { value: string; label: string; sorting: Sorting }[] => [
      {
        value: `${key} up`,
        label: t('ui.ascending', { column: name }),
        sorting: { key, direction: 'ascending' },
      },
      {
        value: `${key} down`,
        label: t('ui.descending', { column: name }),
        sorting: { key, direction: 'descending' },
      },
    ],
  )
  const chosen = choices.find(
    (choice) =>
      choice.sorting.key === sorting?.key && choice.sorting.direction === sorting.direction,
  )
  return (
    <div className="min-w-0 flex-1 sm:hidden">
      <select
        aria-label={t('ui.sortBy')}
        value={chosen?.value ?? NONE}
        onChange={({ target }) =>
          onSorting(choices.find(({ value }) => value === target.value)?.sorting ?? null)
        }
        className={CONTROL_LOOK}
      >
        <option value={NONE}>{t('ui.originalOrder')}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface TableToolsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
  readonly sorting: Sorting | null
  readonly onSorting: (sorting: Sorting | null) => void
}

/** The tools choose the columns, and the sorting on a phone, which has no heads to press. */
export function TableTools<Row>({
  columns,
  hidden,
  onHidden,
  sorting,
  onSorting,
}: TableToolsProps<Row>) {
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined)
  const optional = columns.filter((column) => column.optional === true)
  if (sortable.length === 0 && optional.length === 0) return null
  return (
    <div
      className={`flex justify-end gap-2 max-sm:w-full ${optional.length === 0 ? 'sm:hidden' : ''}`}
    >
      {sortable.length > 0 && (
        <SortChoice columns={sortable} sorting={sorting} onSorting={onSorting} />
      )}
      {optional.length > 0 && (
        <ColumnChoice columns={optional} hidden={hidden} onHidden={onHidden} />
      )}
    </div>
  )
}

interface ColumnChoiceProps {
  readonly columns: readonly { readonly key: string; readonly name: string }[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
}

/** Shows a button that opens the columns to tick; these are plain boxes, since every page with a table loads them. */
function ColumnChoice({ columns, hidden, onHidden }: ColumnChoiceProps) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }

  function closeOutside(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- closes what is open inside
    <div ref={box} className="relative" onKeyDown={closeOnEscape} onBlur={closeOutside}>
      <Button
        look="quiet"
        size="small"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="columns" />
        {t('ui.columns')}
      </Button>
      <fieldset
        id={id}
        hidden={!open}
        className={`${POPUP_LOOK} absolute top-full right-0 z-30 mt-1 min-w-48`}
      >
        <legend className="sr-only">{t('ui.columns')}</legend>
        {columns.map(({ key, name }) => (
          <label
            key={key}
            className="control flex cursor-pointer items-center gap-3 rounded-s px-3 hover:bg-line-strong"
          >
            <input
              type="checkbox"
              checked={!hidden.includes(key)}
              onChange={({ target }) =>
                onHidden(
                  target.checked ? hidden.filter((other) => other !== key) : [...hidden, key],
                )
              }
              className="size-5 shrink-0 accent-text"
            />
            {name}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
