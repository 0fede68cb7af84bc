import type { Change } from '@pitboard/contract/history'
import { useState } from 'react'
import { useText } from '../messages/use-text.ts'
import type { FormErrors } from '../ui/form.tsx'
import { showToast } from '../ui/toast.ts'
import { changesOf, formErrorsOf } from './problem-words.ts'

interface Told {
  /** Said when it is done. */
  readonly done?: string
  /** The names of the form's fields, for what is wrong with one of them. */
  readonly fields?: readonly string[]
  /** Takes the change back. */
  readonly undo?: Undo
}

export interface Undo {
  /** What it takes back. */
  readonly label: string
  readonly change: (version: number) => Promise<unknown>
}

/** Changes of one thing by whoever edits it. */
export interface Edit {
  /** Sends a change of the version that was seen; resolves with what is wrong, or with null. */
  readonly run: (
    change: (version: number) => Promise<unknown>,
    told?: Told,
  ) => Promise<FormErrors | null>
  /** What others changed meanwhile: the last change was not made, what was typed is still there. */
  readonly conflict: readonly Change[] | null
  readonly dismissConflict: () => void
  /** The newest first. */
  readonly undos: readonly Undo[]
  readonly takeBack: () => Promise<void>
}

/** `renew` fetches the newest version, which the next change is then made from. */
export function useEdit(version: number, renew: () => Promise<unknown>): Edit {
  const text = useText()
  const [conflict, setConflict] = useState<readonly Change[] | null>(null)
  const [undos, setUndos] = useState<readonly Undo[]>([])

  async function run(change: (version: number) => Promise<unknown>, told: Told = {}) {
    try {
      await change(version)
    } catch (error) {
      const changes = changesOf(error)
      setConflict(changes)
      if (changes) await renew()
      return formErrorsOf(error, text, told.fields ?? [])
    }
    setConflict(null)
    const { undo } = told
    if (undo) setUndos((before) => [undo, ...before])
    await renew()
    if (told.done !== undefined) void showToast({ title: told.done, tone: 'good' })
    return null
  }

  async function takeBack() {
    const [undo] = undos
    if (!undo) return
    const errors = await run(undo.change, { done: text('organiser.undone') })
    if (errors) void showToast({ title: errors.form ?? text('ui.unexpected'), tone: 'bad' })
    else setUndos((before) => before.filter((one) => one !== undo))
  }

  return { run, conflict, dismissConflict: () => setConflict(null), undos, takeBack }
}
