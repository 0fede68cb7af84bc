import type { SessionDetail } from '@pitboard/contract/session'
import { useSession } from '../../auth/session.ts'
import { useText } from '../../messages/use-text.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { CaptureButton } from './capture-button.tsx'

const FILES = [
  ['xlsx', 'XLSX'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const

/** The session to take along. */
export function SessionFiles({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  const isOwn = useSession()?.userId === session.userId
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      {text('session.files')}
      {FILES.map(([format, name]) => (
        <OutsideLink key={format} href={`/api/Sessions/${session.id}/export?format=${format}`}>
          {name}
        </OutsideLink>
      ))}
      {isOwn && session.origin === undefined && <CaptureButton session={session} />}
    </p>
  )
}
