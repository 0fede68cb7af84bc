import type { HistoryChange } from '@pitboard/contract/history'
import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../messages/use-text.ts'
import type { FormErrors } from '../ui/forms/form.tsx'
import { showToast } from '../ui/toast/toast.ts'
import { hasUnsavedText } from '../ui/forms/unsaved-text.ts'
import { changesOf, formErrorsOf, problemMessage } from './problem-messages.ts'

const versionsLeft = new Map<string, Set<number>>()

/** This page has changed the thing from a version, and thereby made the next one. */
function noteOwnChange(id: string, from: number): void {
  const own = versionsLeft.get(id) ?? new Set()
  versionsLeft.set(id, own.add(from))
}

/** The newest version that differs from one that was seen by changes of this page alone. */
function skipOwnChanges(id: string, seen: number): number {
  const own = versionsLeft.get(id)
  let version = seen
  while (own?.has(version)) version++
  return version
}

type UndoChange = () => Promise<unknown>

interface MutationFeedback {
  /** Said when it is done, beside the way back. */
  readonly done: string
  /** The names of the form's fields, for what is wrong with one of them. */
  readonly fields?: readonly string[]
  /** The way back, where the history has none; null where there is none. */
  readonly undo?: UndoChange | null
}

type SendChange = (version: number) => Promise<unknown>

/** Changes of one thing by whoever edits it. */
export interface Edit {
  /** Sends a change of the version that was seen; resolves with what is wrong, or with null. */
  readonly run: (change: SendChange, told: MutationFeedback) => Promise<FormErrors | null>
  /** The same for a runWithToast that has no form: says itself what is wrong. */
  readonly runWithToast: (change: SendChange, told: MutationFeedback) => Promise<boolean>
  /** Takes back the change that made this version. */
  readonly undo: (made: number) => Promise<boolean>
  /** How often something was taken back: what shows it as it was typed starts anew from what is. */
  readonly undoneCount: number
  /** What others changed meanwhile: the last change was not made, what was typed is still there. */
  readonly conflict: readonly HistoryChange[] | null
  readonly dismissConflict: () => void
}

interface Versioned {
  readonly id: string
  readonly version: number
}

interface Edited {
  /** As the page shows it. */
  readonly thing: Versioned
  /** Of the query that reads it. */
  readonly queryKey: QueryKey
  /** Of everything that may be different after a change. */
  readonly relatedKey: QueryKey
  /** Takes back the change that made a version, where the server keeps what it needs for it. */
  readonly undo?: (made: number) => Promise<unknown>
}

interface Sending {
  readonly change: SendChange
  /** The version that the reader has seen. */
  readonly seen: number
}

interface Sent {
  readonly from: number
  /** Undefined where it is gone. */
  readonly newest: number | undefined
}

/**
 * Changes of one thing go out one after the other. Each is made from the version that its reader has
 * seen, plus those that this page has made since: nobody conflicts with their own changes.
 */
export function useEdit({ thing, queryKey, relatedKey, undo }: Edited): Edit {
  const text = useText()
  const queries = useQueryClient()
  const { id, version } = thing
  const [conflict, setConflict] = useState<readonly HistoryChange[] | null>(null)
  const [undoneCount, setUndoneCount] = useState(0)
  /** Typed text was made from the version that was shown when it was begun. */
  const seen = useRef(version)
  useEffect(() => {
    if (!hasUnsavedText()) seen.current = version
  }, [version])

  const { mutateAsync } = useMutation({
    scope: { id },
    // Without a network it fails at once and says so.
    networkMode: 'always',
    mutationFn: async ({ change, seen: seenVersion }: Sending): Promise<Sent> => {
      const from = skipOwnChanges(id, seenVersion)
      const newest = await adopt(await change(from))
      if (newest !== undefined && newest > from) noteOwnChange(id, from)
      return { from, newest }
    },
  })

  /** Most answers are the thing as it is now; after the others it is read. */
  async function adopt(answer: unknown): Promise<number | undefined> {
    if (!isVersioned(answer) || answer.id !== id) return refetch()
    // A request that is under way may still answer with the version before.
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

  async function run(change: SendChange, { done, fields = [], undo: own }: MutationFeedback) {
    let sent: Sent
    try {
      sent = await mutateAsync({ change, seen: hasUnsavedText() ? seen.current : version })
    } catch (error) {
      const changes = changesOf(error)
      setConflict(changes)
      if (changes) {
        const newest = await refetch()
        // It is shown now what others have changed: the next attempt is made from there.
        if (newest !== undefined) seen.current = newest
        refetchRelated()
      }
      return formErrorsOf(error, text, fields)
    }
    const { from, newest } = sent
    setConflict(null)
    if (newest !== undefined) seen.current = newest
    refetchRelated()
    // Nothing was otherwise than before: there is nothing to take back.
    const isChanged = newest !== from
    const back = own === undefined ? undo && (() => undo(from + 1)) : own
    const action = back && { label: text('organiser.undo'), onSelect: () => void takeBack(back) }
    void showToast({ title: done, tone: 'good', ...(isChanged && action && { action }) })
    return null
  }

  async function runWithToast(change: SendChange, told: MutationFeedback) {
    const errors = await run(change, told)
    if (errors) void showToast({ title: errors.form ?? text('ui.unexpected'), tone: 'bad' })
    return errors === null
  }

  async function takeBack(back: UndoChange): Promise<boolean> {
    try {
      const { newest } = await mutateAsync({ change: () => back(), seen: version })
      if (newest !== undefined) seen.current = newest
    } catch (error) {
      await refetch()
      void showToast({ title: problemMessage(error, text), tone: 'bad' })
      return false
    } finally {
      refetchRelated()
    }
    setUndoneCount((count) => count + 1)
    void showToast({ title: text('organiser.undone'), tone: 'good' })
    return true
  }

  return {
    run,
    runWithToast,
    undo: (made) => (undo ? takeBack(() => undo(made)) : Promise.resolve(false)),
    undoneCount,
    conflict,
    dismissConflict: () => setConflict(null),
  }
}

function isVersioned(value: unknown): value is Versioned {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && 'version' in value && typeof value.version === 'number'
}
