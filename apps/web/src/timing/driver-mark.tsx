import { useText } from '../messages/use-text.ts'
import { type NamedDriver, ROLE_SIGNS, useDriverRole } from './chosen-drivers.ts'

/** Shows a star at the reader's own driver and an empty one at their rivals, on every page. */
export function DriverMark({
  name,
  ...known
}: Omit<NamedDriver, 'name'> & { readonly name: string | null }) {
  const t = useText()
  const role = useDriverRole({ name: name ?? '', ...known })
  if (role === null) return null
  const meaning = t(role === 'own' ? 'timing.ownDriver' : 'timing.rival')
  return (
    <span
      data-driver-role={role}
      title={meaning}
      className={role === 'own' ? 'text-text' : 'text-muted'}
    >
      <span aria-hidden="true">{ROLE_SIGNS[role]}</span>
      <span className="sr-only">{meaning}</span>
    </span>
  )
}
