import type { SessionSummary } from '@pitboard/contract/session'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { deleteSessions, type Kept } from './delete-sessions.ts'

interface DeleteDialogProps {
  readonly chosen: readonly SessionSummary[]
  readonly onDeleted: () => Promise<void>
  readonly onClose: () => void
}

/** Asks once, and once more for those that seasons count: they would lose them. */
export function DeleteDialog({ chosen, onDeleted, onClose }: DeleteDialogProps) {
  const text = useText()
  const [busy, setBusy] = useState(false)
  const [kept, setKept] = useState<readonly Kept[]>([])
  const used = kept.filter(({ isUsed }) => isUsed).map(({ session }) => session)

  async function remove(sessions: readonly SessionSummary[], force: boolean) {
    setBusy(true)
    const left = await deleteSessions(sessions, force, text)
    await onDeleted()
    setBusy(false)
    setKept(left)
    if (left.length === 0) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('recordings.deleteAsk', { count: chosen.length })}
      description={text('recordings.deleteWhat')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {text('recordings.keep')}
          </Button>
          {kept.length === 0 && (
            <Button look="danger" loading={busy} onClick={() => void remove(chosen, false)}>
              {text('recordings.delete')}
            </Button>
          )}
          {used.length > 0 && (
            <Button look="danger" loading={busy} onClick={() => void remove(used, true)}>
              {text('recordings.deleteUsed', { count: used.length })}
            </Button>
          )}
        </>
      }
    >
      {kept.length > 0 && (
        <div role="alert">
          <p className="text-bad">{text('recordings.keptCount', { count: kept.length })}</p>
          <ul className="mt-1 text-small">
            {kept.map(({ session, why }) => (
              <li key={session.id}>
                {text('session.title', {
                  track: session.trackName,
                  session: sessionTypeName(session.sessionType, text),
                })}
                : {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
