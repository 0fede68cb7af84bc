import { Menu } from '@base-ui/react/menu'
import { useText } from '../../messages/use-text.ts'
import { buttonLook } from '../button-look.ts'
import { Icon } from '../icon.tsx'
import { POPUP_ITEM_LOOK, POPUP_LOOK } from '../popup-look.ts'
import { Select } from '../select.tsx'
import type { Sorting } from './sort-rows.ts'

interface ToolColumn {
  readonly key: string
  readonly name: string
  readonly optional?: boolean
  readonly sortBy?: unknown
}

interface TableToolsProps {
  readonly columns: readonly ToolColumn[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
  readonly sorting: Sorting | null
  readonly onSorting: (sorting: Sorting | null) => void
}

/** Which columns there are; and how they are sorted, where a phone has no heads to press. */
export default function TableTools(tools: TableToolsProps) {
  return (
    <>
      {tools.columns.some(({ sortBy }) => sortBy !== undefined) && <SortChoice {...tools} />}
      {tools.columns.some(({ optional }) => optional === true) && <ColumnChoice {...tools} />}
    </>
  )
}

function SortChoice({ columns, sorting, onSorting }: TableToolsProps) {
  const text = useText()
  const choices = columns.flatMap(({ key, name, sortBy }) => {
    if (!sortBy) return []
    return (
      [
        ['ascending', text('ui.ascending', { column: name })],
        ['descending', text('ui.descending', { column: name })],
      ] as const
    ).map(([direction, label]) => ({
      value: `${key} ${direction}`,
      label,
      sorting: { key, direction },
    }))
  })
  const none = { value: 'none', label: text('ui.originalOrder'), sorting: null }
  return (
    <div className="min-w-0 flex-1 sm:hidden">
      <Select
        label={text('ui.sortBy')}
        options={[none, ...choices]}
        value={sorting ? `${sorting.key} ${sorting.direction}` : 'none'}
        onChange={(value) =>
          onSorting(choices.find((choice) => choice.value === value)?.sorting ?? null)
        }
      />
    </div>
  )
}

function ColumnChoice({ columns, hidden, onHidden }: TableToolsProps) {
  const text = useText()
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonLook('quiet', 'small')}>
        <Icon name="columns" />
        {text('ui.columns')}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-30 outline-none">
          <Menu.Popup className={`${POPUP_LOOK} min-w-48`}>
            {columns
              .filter(({ optional }) => optional === true)
              .map(({ key, name }) => (
                <Menu.CheckboxItem
                  key={key}
                  checked={!hidden.includes(key)}
                  onCheckedChange={(shown) =>
                    onHidden(shown ? hidden.filter((other) => other !== key) : [...hidden, key])
                  }
                  className={`${POPUP_ITEM_LOOK} justify-between`}
                >
                  {name}
                  <Menu.CheckboxItemIndicator className="text-secondary">
                    <Icon name="check" size="size-4" />
                  </Menu.CheckboxItemIndicator>
                </Menu.CheckboxItem>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
