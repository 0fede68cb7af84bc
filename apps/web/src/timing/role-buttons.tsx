import { useText } from '../messages/use-text.ts'
import { type DriverRole, ROLE_SIGNS, toggleDriverRole, useDriverRole } from './chosen-drivers.ts'

/** Makes the driver the reader's own or a rival, on every page of this device. */
export function RoleButtons({ name }: { readonly name: string }) {
  if (name === '') return null
  return (
    <>
      <RoleButton name={name} kind="own" />
      <RoleButton name={name} kind="rival" />
    </>
  )
}

interface RoleButtonProps {
  readonly name: string
  readonly kind: DriverRole
}

function RoleButton({ name, kind }: RoleButtonProps) {
  const t = useText()
  const isPressed = useDriverRole(name) === kind
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={() => toggleDriverRole(name, kind)}
      className="control rounded-m px-2 text-small text-muted hover:text-text aria-pressed:font-semibold aria-pressed:text-text"
    >
      <span aria-hidden="true">{ROLE_SIGNS[kind]}</span>{' '}
      {t(kind === 'own' ? 'timing.ownDriver' : 'timing.rival')}
    </button>
  )
}
