import type { RecordedSession } from '@pitboard/contract/session'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/link.tsx'

/** Whose other recordings of the same session there are, and what they have filled in. */
export function Siblings({ session }: { readonly session: RecordedSession }) {
  const text = useText()
  const { siblings, filled } = session
  if (siblings.length === 0) return null
  return (
    <p className="text-small text-muted">
      {text('session.alsoRecordedBy')}{' '}
      {siblings.map(({ id, userName }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TextLink to="/sessions/$sessionId" params={{ sessionId: id }}>
            {userName}
          </TextLink>
        </span>
      ))}
      {'. '}
      {filled.length > 0 && text('session.filled', { count: filled.length })}
    </p>
  )
}
