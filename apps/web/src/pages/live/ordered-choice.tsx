import { useText } from '../../messages/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

interface OrderedChoiceProps<Key extends string> {
  readonly legend: string
  readonly options: readonly { readonly key: Key; readonly label: string }[]
  /** The chosen items stand in their order. */
  readonly chosen: readonly Key[]
  /** These cannot be left out. */
  readonly fixed?: readonly Key[]
  readonly onChange: (chosen: readonly Key[]) => void
  readonly onReset: () => void
}

/** Chooses what is shown and in which order, by boxes to tick, and buttons that move what is ticked. */
export function OrderedChoice<Key extends string>({
  legend,
  options,
  chosen,
  fixed = [],
  onChange,
  onReset,
}: OrderedChoiceProps<Key>) {
  const t = useText()
  const left = options.filter(({ key }) => !chosen.includes(key))
  const inOrder = chosen.flatMap((key) => options.filter((option) => option.key === key))

  function move(key: Key, by: 1 | -1) {
    const from = chosen.indexOf(key)
    onChange(chosen.toSpliced(from, 1).toSpliced(from + by, 0, key))
  }

  return (
    <fieldset className="min-w-0">
      <legend className="label px-2 pt-1">{legend}</legend>
      {[...inOrder, ...left].map(({ key, label }) => {
        const index = chosen.indexOf(key)
        return (
          <div key={key} className="flex items-center">
            <label className="control flex flex-1 cursor-pointer items-center gap-3 rounded-s px-2 hover:bg-line-strong">
              <input
                type="checkbox"
                checked={index >= 0}
                disabled={fixed.includes(key)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...chosen, key] : chosen.filter((other) => other !== key),
                  )
                }
                className="size-5 shrink-0 accent-text"
              />
              {label}
            </label>
            <MoveButton
              label={t('panels.moveUp', { name: label })}
              icon="ascending"
              disabled={index < 1}
              onClick={() => move(key, -1)}
            />
            <MoveButton
              label={t('panels.moveDown', { name: label })}
              icon="descending"
              disabled={index < 0 || index === chosen.length - 1}
              onClick={() => move(key, 1)}
            />
          </div>
        )
      })}
      <button
        type="button"
        onClick={onReset}
        className="control w-full rounded-s px-2 text-left text-small text-muted hover:text-text"
      >
        {t('panels.reset')}
      </button>
    </fieldset>
  )
}

interface MoveButtonProps {
  readonly label: string
  readonly icon: 'ascending' | 'descending'
  readonly disabled: boolean
  readonly onClick: () => void
}

function MoveButton({ label, icon, disabled, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="control grid w-9 place-items-center rounded-s text-muted hover:bg-line-strong hover:text-text disabled:opacity-30 disabled:hover:bg-transparent"
    >
      <Icon name={icon} size="size-4" />
    </button>
  )
}
