import { useText } from '../../messages/use-text.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'

const FILES = [
  ['xlsx', 'XLSX'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const

/** The session to take along. */
export function SessionFiles({ id }: { readonly id: string }) {
  const text = useText()
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      {text('session.files')}
      {FILES.map(([format, name]) => (
        <OutsideLink key={format} href={`/api/Sessions/${id}/export?format=${format}`}>
          {name}
        </OutsideLink>
      ))}
    </p>
  )
}
