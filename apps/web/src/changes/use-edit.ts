import type { Change } from '@pitboard/contract/history'
import { useState } from 'react'
import { useText } from '../messages/use-text.ts'
import type { FormErrors } from '../ui/form.tsx'
import { showToast } from '../ui/toast.ts'
import { changesOf, formErrorsOf, problemWords } from './problem-words.ts'

type TakeBack = () => Promise<unknown>

interface Told {
  /** Said when it is done, beside the way back. */
  readonly done: string
  /** The names of the form's fields, for what is wrong with one of them. */
  readonly fields?: readonly string[]
  /** The way back, where the history has none; null where there is none. */
  readonly undo?: TakeBack | null
}

type SendChange = (version: number) => Promise<unknown>

/** Changes of one thing by whoever edits it. */
export interface Edit {
  /** Sends a change of the version that was seen; resolves with what is wrong, or with null. */
  readonly run: (change: SendChange, told: Told) => Promise<FormErrors | null>
  /** The same for a press that has no form: says itself what is wrong. */
  readonly press: (change: SendChange, told: Told) => Promise<boolean>
  /** Takes back the change that made this version. */
  readonly undo: (made: number) => Promise<boolean>
  /** How often something was taken back: what shows it as it was typed starts anew from what is. */
  readonly undoneCount: number
  /** What others changed meanwhile: the last change was not made, what was typed is still there. */
  readonly conflict: readonly Change[] | null
  readonly dismissConflict: () => void
}

interface Edited {
  readonly version: number
  /** Fetches the newest version, which the next change is then made from; resolves with it. */
  readonly renew: () => Promise<number | undefined>
  /** Takes back the change that made a version, where the server keeps what it needs for it. */
  readonly undo?: (made: number) => Promise<unknown>
}

export function useEdit({ version, renew, undo }: Edited): Edit {
  const text = useText()
  const [conflict, setConflict] = useState<readonly Change[] | null>(null)
  const [undoneCount, setUndoneCount] = useState(0)

  async function run(change: SendChange, { done, fields = [], undo: own }: Told) {
    try {
      await change(version)
    } catch (error) {
      const changes = changesOf(error)
      setConflict(changes)
      if (changes) await renew()
      return formErrorsOf(error, text, fields)
    }
    setConflict(null)
    const newest = await renew()
    // Nothing was otherwise than before: there is nothing to take back.
    const isChanged = newest !== version
    const back = own === undefined ? undo && (() => undo(version + 1)) : own
    const action = back && { label: text('organiser.undo'), onSelect: () => void takeBack(back) }
    void showToast({ title: done, tone: 'good', ...(isChanged && action && { action }) })
    return null
  }

  async function press(change: SendChange, told: Told) {
    const errors = await run(change, told)
    if (errors) void showToast({ title: errors.form ?? text('ui.unexpected'), tone: 'bad' })
    return errors === null
  }

  async function takeBack(back: TakeBack): Promise<boolean> {
    let failure: unknown = null
    try {
      await back()
    } catch (error) {
      failure = error
    }
    await renew()
    if (failure !== null) {
      void showToast({ title: problemWords(failure, text), tone: 'bad' })
      return false
    }
    setUndoneCount((count) => count + 1)
    void showToast({ title: text('organiser.undone'), tone: 'good' })
    return true
  }

  return {
    run,
    press,
    undo: (made) => (undo ? takeBack(() => undo(made)) : Promise.resolve(false)),
    undoneCount,
    conflict,
    dismissConflict: () => setConflict(null),
  }
}
