import type { Change } from '@pitboard/contract/history'
import { useText } from '../messages/use-text.ts'
import { formatDateTime } from '../timing/format-date.ts'
import { changeWords } from './change-words.ts'

/** Who changed what and when. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const text = useText()
  return (
    <ol className="flex flex-col">
      {changes.map((change) => (
        <li
          key={change.id}
          className="grid gap-x-5 border-b border-line py-2 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
        >
          <time dateTime={change.at} className="timing text-muted">
            {formatDateTime(change.at, text.locale)}
          </time>
          <span className="min-w-0 wrap-anywhere">{changeWords(change, text)}</span>
          <span className="text-small text-muted">{change.authorName}</span>
        </li>
      ))}
    </ol>
  )
}
