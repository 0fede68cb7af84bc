import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ApiException } from '@pitboard/contract/wire/client'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { call } from '../../api/call.ts'
import type { Text } from '../../messages/create-text.ts'

interface DeleteDialogProps {
  readonly chosen: readonly SessionSummary[]
  readonly onDeleted: () => Promise<void>
  readonly onClose: () => void
}

/** Asks once, and once more for those that seasons count: they would lose them. */
export function DeleteDialog({ chosen, onDeleted, onClose }: DeleteDialogProps) {
  const t = useText()
  const deletion = useMutation({
    async mutationFn({ sessions, force }: { sessions: readonly SessionSummary[]; force: boolean }) {
      const left = await deleteSessions(sessions, force, t)
      await onDeleted()
      return left
    },
    onSuccess(left) {
      if (left.length === 0) onClose()
    },
  })
  const remaining = deletion.data ?? []
  const used = remaining.filter(({ isUsed }) => isUsed).map(({ session }) => session)

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recordings.deleteAsk', { count: chosen.length })}
      description={t('recordings.deleteWhat')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('recordings.keep')}
          </Button>
          {remaining.length === 0 && (
            <Button
              look="danger"
              loading={deletion.isPending}
              onClick={() => deletion.mutate({ sessions: chosen, force: false })}
            >
              {t('recordings.delete')}
            </Button>
          )}
          {used.length > 0 && (
            <Button
              look="danger"
              loading={deletion.isPending}
              onClick={() => deletion.mutate({ sessions: used, force: true })}
            >
              {t('recordings.deleteUsed', { count: used.length })}
            </Button>
          )}
        </>
      }
    >
      {remaining.length > 0 && (
        <div role="alert">
          <p className="text-bad">{t('recordings.remainingCount', { count: remaining.length })}</p>
          <ul className="mt-1 text-small">
            {remaining.map(({ session, why }) => (
              <li key={session.id}>
                {t('session.title', {
                  track: session.trackName,
                  session: sessionTypeName(session.sessionType, t),
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

interface RemainingSession {
  readonly session: SessionSummary
  readonly why: string
  /** A season counts it; with force its owner can delete it all the same. */
  readonly isUsed: boolean
}

/** Deletes sessions one after the other. Resolves with what could not be deleted, and why. */
async function deleteSessions(
  chosen: readonly SessionSummary[],
  force: boolean,
  t: Text,
): Promise<RemainingSession[]> {
  const remaining: RemainingSession[] = []
  for (const session of chosen) {
    try {
      await call(sessions.delete, { params: { id: session.id }, query: { force } })
    } catch (error) {
      if (error instanceof ApiException && error.status === 404) continue
      const isUsed = error instanceof ApiException && error.status === 409
      const why = isUsed ? await usedWords(session.id, t) : t('ui.unexpected')
      // Forced, a session that still counts is in a season of somebody else.
      remaining.push({ session, why, isUsed: isUsed && !force })
    }
  }
  return remaining
}

/** The seasons that the reader may see are named. */
async function usedWords(sessionId: string, t: Text): Promise<string> {
  const used = await call(sessions.seasons, { params: { sessionId } }).catch(() => [])
  if (used.length === 0) return t('recordings.used')
  const names = [...new Set(used.map(({ name }) => `"${name}"`))]
  return t('recordings.usedBy', { seasons: new Intl.ListFormat(t.locale).format(names) })
}
