import { useText } from '../../messages/use-text.ts'
import { CONTROL_LOOK } from '../control-style.ts'
import type { Sorting } from './sort-rows.ts'

interface SortChoiceProps {
  readonly columns: readonly { readonly key: string; readonly name: string }[]
  readonly sorting: Sorting | null
  readonly onSorting: (sorting: Sorting | null) => void
}

const NONE = 'none'

/** For a phone, whose own list of choices is the best there. */
export function SortChoice({ columns, sorting, onSorting }: SortChoiceProps) {
  const text = useText()
  const choices = columns.flatMap(
    ({ key, name }): { value: string; label: string; sorting: Sorting }[] => [
      {
        value: `${key} up`,
        label: text('ui.ascending', { column: name }),
        sorting: { key, direction: 'ascending' },
      },
      {
        value: `${key} down`,
        label: text('ui.descending', { column: name }),
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
        aria-label={text('ui.sortBy')}
        value={chosen?.value ?? NONE}
        onChange={({ target }) =>
          onSorting(choices.find(({ value }) => value === target.value)?.sorting ?? null)
        }
        className={CONTROL_LOOK}
      >
        <option value={NONE}>{text('ui.originalOrder')}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
