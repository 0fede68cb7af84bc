import { useText } from '../messages/use-text.ts'
import {
  type DriverRole,
  type NamedDriver,
  ROLE_SIGNS,
  toggleDriverRole,
  useDriverRole,
} from './chosen-drivers.ts'

/** Makes the driver the reader's own or a rival, on every page of this device. */
export function RoleButtons(driver: NamedDriver) {
  if (driver.name === '') return null
  return (
    <>
      <RoleButton driver={driver} kind="own" />
      <RoleButton driver={driver} kind="rival" />
    </>
  )
}

interface RoleButtonProps {
  readonly driver: NamedDriver
  readonly kind: DriverRole
}

function RoleButton({ driver, kind }: RoleButtonProps) {
  const t = useText()
  const isPressed = useDriverRole(driver) === kind
  const meaning = t(kind === 'own' ? 'timing.ownDriver' : 'timing.rival')
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      title={meaning}
      onClick={() => toggleDriverRole(driver, kind)}
      className="control rounded-m px-2 text-small text-muted hover:text-text aria-pressed:font-semibold aria-pressed:text-text"
    >
      <span aria-hidden="true">{ROLE_SIGNS[kind]}</span>{' '}
      {/* The name of the driver needs the room in a narrow head. */}
      <span className="@max-[26rem]/head:sr-only">{meaning}</span>
    </button>
  )
}
