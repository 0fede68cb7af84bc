import type { BanKind } from '@pitboard/contract/stewards/decision'
import { useText } from '../../messages/use-text.ts'

/** Tells the reader that the stewards have banned them from the event. */
export function OwnBan({ kind }: { readonly kind: BanKind }) {
  const t = useText()
  return (
    <p role="note" className="font-semibold text-secondary">
      {t(kind === 'race' ? 'participation.youAreBanned' : 'participation.youMayNotQualify')}
    </p>
  )
}
