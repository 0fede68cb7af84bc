import type { HistoryChange } from '@pitboard/contract/wire/history'
import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../messages/use-text.ts'
import { showToast } from '../ui/toast/toast.ts'
import { refusalText } from '../messages/refusal-text.ts'
import {
  changesOf,
  isVersioned,
  noteOwnChange,
  skipOwnChanges,
  type Versioned,
} from './edit-versions.ts'

type UndoChange = () => Promise<unknown>

interface Sent {
  readonly from: number
  /** It is undefined if it was deleted. */
  readonly newest: number | undefined
}

interface MutationFeedback {
  /** The toast has this text after success. */
  readonly done: string
  /** It undoes the change if the history cannot; null if nothing can. */
  readonly undo?: UndoChange | null
  /** It is the version that the change is based on; without it the one that the page shows is. */
  readonly seen?: number
}

type SendChange = (version: number) => Promise<unknown>

/** Sends the changes of one league or season. */
export interface Edit {
  /**
   * It sends a change; rejects with the error. Resolves with the version that it made, undefined where that is not
   * known.
   */
  readonly run: (change: SendChange, feedback: MutationFeedback) => Promise<number | undefined>
  /** It does the same without a form: shows errors in a toast, and resolves with false after an error. */
  readonly runWithToast: (change: SendChange, feedback: MutationFeedback) => Promise<boolean>
  /** Undoes the change that made this version. */
  readonly undo: (made: number) => Promise<boolean>
  /** These changes of others refused the last edit; the typed text is still there. */
  readonly conflict: readonly HistoryChange[] | null
  readonly dismissConflict: () => void
}

interface Edited {
  /** This is the state that the page shows. */
  readonly thing: Versioned
  readonly queryKey: QueryKey
  /** The queries that a change may affect have this key. */
  readonly relatedKey: QueryKey
  /** Undoes the change that made a version, if the server supports it. */
  readonly undo?: (made: number) => Promise<unknown>
}

interface Sending {
  readonly change: SendChange
  /** The change is based on this version. */
  readonly seen: number
}

/**
 * Sends the edits of a league or season one after the other. Each is based on the version that was shown
 * or that its draft is made from, plus the edits that this page has made since: editors do not conflict
 * with themselves.
 */
export function useEdit({ thing, queryKey, relatedKey, undo }: Edited): Edit {
  const t = useText()
  const queries = useQueryClient()
  const { id, version } = thing
  const [conflict, setConflict] = useState<readonly HistoryChange[] | null>(null)

  const { mutateAsync } = useMutation({
    scope: { id },
    mutationFn: async ({ change, seen: seenVersion }: Sending): Promise<Sent> => {
      const from = skipOwnChanges(id, seenVersion)
      const newest = await storeAnswer(await change(from))
      if (newest !== undefined && newest > from) noteOwnChange(id, from)
      return { from, newest }
    },
  })

  /** Most answers are the new version; after the others it is fetched. */
  async function storeAnswer(answer: unknown): Promise<number | undefined> {
    if (!isVersioned(answer) || answer.id !== id) return refetch()
    // A pending request may still answer with the previous version.
    await queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, answer)
    return answer.version
  }

  async function refetch(): Promise<number | undefined> {
    await queries.invalidateQueries({ queryKey, exact: true })
    return queries.getQueryData<Versioned>(queryKey)?.version
  }

  function refetchRelated(): void {
    const own = hashKey(queryKey)
    const predicate = ({ queryHash }: { queryHash: string }) => queryHash !== own
    void queries.invalidateQueries({ queryKey: relatedKey, predicate })
  }

  async function run(
    change: SendChange,
    { done, undo: own, seen = version }: MutationFeedback,
  ): Promise<number | undefined> {
    let sent: Sent
    try {
      sent = await mutateAsync({ change, seen })
    } catch (error) {
      const changes = changesOf(error)
      setConflict(changes)
      if (changes) {
        // The page shows the changes of others now: the next attempt is based on them.
        await refetch()
        refetchRelated()
      }
      throw error
    }
    const { from, newest } = sent
    setConflict(null)
    refetchRelated()
    // An edit that changed nothing cannot be undone.
    const isChanged = newest !== from
    const back = own === undefined ? undo && (() => undo(from + 1)) : own
    const action = back && { label: t('organiser.undo'), onSelect: () => void undoChange(back) }
    void showToast({ title: done, tone: 'good', ...(isChanged && action && { action }) })
    // Others may have changed it since.
    return newest === undefined ? undefined : Math.min(newest, from + 1)
  }

  async function runWithToast(change: SendChange, feedback: MutationFeedback) {
    try {
      await run(change, feedback)
      return true
    } catch (error) {
      void showToast({ title: refusalText(error, t), tone: 'bad' })
      return false
    }
  }

  async function undoChange(back: UndoChange): Promise<boolean> {
    try {
      await mutateAsync({ change: () => back(), seen: version })
    } catch (error) {
      await refetch()
      void showToast({ title: refusalText(error, t), tone: 'bad' })
      return false
    } finally {
      refetchRelated()
    }
    void showToast({ title: t('organiser.undone'), tone: 'good' })
    return true
  }

  return {
    run,
    runWithToast,
    undo: (made) => (undo ? undoChange(() => undo(made)) : Promise.resolve(false)),
    conflict,
    dismissConflict: () => setConflict(null),
  }
}
