import type { NotificationKind } from '@pitboard/contract/notifications/notifications'
import { useText } from '../../messages/use-text.ts'

interface ChosenKind {
  readonly kind: NotificationKind
  readonly mail: boolean
  readonly browser: boolean
}

interface KindTableProps {
  readonly kinds: readonly ChosenKind[]
  readonly canMail: boolean
  readonly onChange: (chosen: ChosenKind) => void
}

/** Shows the channels of each kind of notification. */
export function KindTable({ kinds, canMail, onChange }: KindTableProps) {
  const t = useText()
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-small text-muted">
          <th scope="col" className="timing py-1 text-left text-subhead font-semibold text-text">
            {t('notifications.kinds')}
          </th>
          <th scope="col" className="w-16 p-1 font-normal">
            {t('notifications.mail')}
          </th>
          <th scope="col" className="w-20 p-1 font-normal">
            {t('notifications.browser')}
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((chosen) => {
          const kind = t(`notifications.${chosen.kind}`)
          return (
            <tr key={chosen.kind} className="border-b border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                {kind}
              </th>
              <Cell
                label={t('notifications.byMail', { kind })}
                checked={chosen.mail && canMail}
                disabled={!canMail}
                onChange={(mail) => onChange({ ...chosen, mail })}
              />
              <Cell
                label={t('notifications.byBrowser', { kind })}
                checked={chosen.browser}
                onChange={(browser) => onChange({ ...chosen, browser })}
              />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface CellProps {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

function Cell({ label, checked, disabled = false, onChange }: CellProps) {
  return (
    <td className="p-0">
      <label className="flex min-h-11 cursor-pointer items-center justify-center has-disabled:cursor-not-allowed">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5.5 cursor-[inherit] accent-text disabled:opacity-60"
        />
      </label>
    </td>
  )
}
