import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useAccount } from '../../../auth/account.ts'
import { useText } from '../../../messages/use-text.ts'
import { OutsideLink } from '../../../ui/buttons/link.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'

/** Only the owner sees this button. */
const CaptureButton = lazyPart(async () => (await import('../capture-button.tsx')).CaptureButton, {
  texts: ['recordings'],
  fallback: null,
})

const FILES = [
  ['xlsx', 'XLSX'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const

/** Offers the session in formats of other programs. */
export function SessionFiles({ session }: { readonly session: SessionDetail }) {
  const t = useText()
  const isOwn = useAccount()?.userId === session.userId
  return (
    <p className="flex flex-wrap gap-x-3 px-2 text-small text-muted print:hidden">
      {t('result.files')}
      {FILES.map(([format, name]) => (
        <OutsideLink key={format} href={`/api/Sessions/${session.id}/export?format=${format}`}>
          {name}
        </OutsideLink>
      ))}
      {isOwn && session.origin === undefined && <CaptureButton session={session} />}
    </p>
  )
}
