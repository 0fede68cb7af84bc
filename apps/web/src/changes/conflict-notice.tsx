import type { HistoryChange } from '@pitboard/contract/history'
import { useText } from '../messages/use-text.ts'
import { Button } from '../ui/button.tsx'
import { ChangeList } from './change-list.tsx'

/** Somebody was faster: what he changed, and that nothing typed here is lost. */
export function ConflictNotice({
  changes,
  nameOf,
  onDismiss,
}: {
  readonly changes: readonly HistoryChange[]
  /** What an id of the changes stands for; null where that is not known. */
  readonly nameOf?: (id: string) => string | null
  readonly onDismiss: () => void
}) {
  const text = useText()
  return (
    <div role="alert" className="rounded-l border border-secondary bg-panel p-4">
      <h2 className="text-xl text-secondary">{text('organiser.conflictTitle')}</h2>
      <p className="mt-1 mb-2 max-w-prose">{text('organiser.conflictWhy')}</p>
      {changes.length > 0 && <ChangeList changes={changes} {...(nameOf && { nameOf })} />}
      <div className="mt-3">
        <Button onClick={onDismiss}>{text('organiser.conflictSeen')}</Button>
      </div>
    </div>
  )
}
