import type { HistoryChange } from '@pitboard/contract/wire/history'
import { useText } from '../messages/use-text.ts'
import { formatDateTime } from '../timing/format-date.ts'
import { Button } from '../ui/buttons/button.tsx'
import { changeMessage } from './change-messages.ts'

interface ChangeListProps {
  readonly changes: readonly HistoryChange[]
  /** Returns what an id of the details stands for; it returns null where that is not known. */
  readonly nameOf?: (id: string) => string | null
  /** It takes one back, and comes with `canUndo`. */
  readonly undo?: (change: HistoryChange) => void
  readonly canUndo?: (change: HistoryChange) => boolean
}

/** The list shows who changed what and when. */
export function ChangeList({ changes, nameOf, undo, canUndo }: ChangeListProps) {
  const t = useText()
  return (
    <ol className="flex flex-col">
      {changes.map((change) => {
        const words = changeMessage(change, t, { changes, ...(nameOf && { nameOf }) })
        return (
          <li
            key={change.id}
            className="grid items-center gap-x-5 border-b border-line py-2 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <time dateTime={change.at} className="timing text-muted">
              {formatDateTime(change.at, t.locale)}
            </time>
            <span className="min-w-0 wrap-anywhere">{words}</span>
            <span className="flex min-h-10 items-center gap-4 text-small text-muted max-sm:justify-between">
              {change.authorName}
              {undo && canUndo?.(change) && (
                <Button
                  look="plain"
                  size="small"
                  aria-label={`${t('organiser.undo')}: ${words}`}
                  onClick={() => undo(change)}
                >
                  {t('organiser.undo')}
                </Button>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Selects the changes that can be undone and have not been undone yet. */
export function canUndo(
  changes: readonly HistoryChange[],
  actions: readonly string[],
): (change: HistoryChange) => boolean {
  const undone = new Set(
    changes.map(({ details }) => ('undone' in details ? details.undone : null)),
  )
  return ({ action, version, details }) =>
    actions.includes(action) && !undone.has(version) && hasContent(details)
}

/** Some changes, mostly of former versions, recorded nothing that could be restored. */
function hasContent(details: HistoryChange['details']): boolean {
  return Object.values(details).some((value) => !Array.isArray(value) || value.length > 0)
}

/** Shows what somebody else changed first; nothing typed here is lost. */
export function ConflictNotice({
  changes,
  nameOf,
  onDismiss,
}: {
  readonly changes: readonly HistoryChange[]
  /** Returns what an id of the changes stands for; it returns null where that is not known. */
  readonly nameOf?: (id: string) => string | null
  readonly onDismiss: () => void
}) {
  const t = useText()
  return (
    <div role="alert" className="rounded-l border border-secondary bg-panel p-4">
      <h2 className="text-subhead text-secondary">{t('ui.conflictTitle')}</h2>
      <p className="mt-1 mb-2 max-w-prose">{t('organiser.conflictWhy')}</p>
      {changes.length > 0 && <ChangeList changes={changes} {...(nameOf && { nameOf })} />}
      <div className="mt-3">
        <Button onClick={onDismiss}>{t('ui.conflictSeen')}</Button>
      </div>
    </div>
  )
}
