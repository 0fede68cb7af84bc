import { useEffect, useRef, useState } from 'react'
import { useUnsavedWork } from '../ui/forms/unsaved-work.ts'
import {
  beginSaving,
  type Conflict,
  decide,
  type Difference,
  type DraftState,
  edit,
  endSaving,
  endSending,
  isDirty,
  merge,
  openDraft,
  receive,
  type Stored,
  versionMadeBy,
} from './draft.ts'
import { keptText, openKept, writeKeptDraft } from './kept-draft.ts'

/** Somebody edits a thing that others can change meanwhile. */
export interface Draft<Value> {
  readonly value: Value
  readonly set: (change: Partial<Value>) => void
  /** It does the same for a text by the name of its field. */
  readonly type: (name: string, typed: string) => void
  readonly isDirty: boolean
  /** The same was changed there and here: nothing is saved until somebody decides. */
  readonly conflicts: readonly Conflict[]
  readonly decide: (keep: 'mine' | 'theirs') => void
  /** These came from there and contradict nothing. */
  readonly taken: readonly Difference[]
  readonly dismissTaken: () => void
  /** It sends the draft on top of the version that it is based on; resolves with what `send` does. */
  readonly save: <Answer>(send: (version: number) => Promise<Answer>) => Promise<Answer>
  readonly discard: () => void
}

interface DraftOptions {
  /** Long texts survive as long as the tab, under this name. */
  readonly keptAs?: string
  /** It is sent, as a comment is, and the form is blank again for the next one. */
  readonly isMessage?: boolean
}

/**
 * Holds a draft of what the server has, which it follows as long as nothing is changed here. It is null while the
 * newest value is being fetched: the one before it stays.
 *
 * `send` resolves with the version that it made where it knows it, and with errors of fields where nothing
 * was sent.
 */
export function useDraft<Value extends object>(
  first: Stored<Value>,
  newest: Stored<Value> | null = first,
  { keptAs, isMessage = false }: DraftOptions = {},
): Draft<Value> {
  const [state, setState] = useState(() => openKept(first, keptAs, isMessage))
  const received = newest ? receive(state, newest) : state
  if (received !== state) setState(received)
  const isUnsaved = isDirty(state)
  const isLost = state.sent === null && keptAs === undefined
  useUnsavedWork(isUnsaved ? (isLost ? 'onPage' : 'inTab') : null)
  useKept(keptAs, isUnsaved ? state : null)

  async function save<Answer>(send: (version: number) => Promise<Answer>): Promise<Answer> {
    setState(beginSaving)
    let made: number | null | undefined = null
    try {
      const answer = await send(state.version)
      made = versionMadeBy(answer)
      return answer
    } finally {
      // The form may be gone by now.
      if (made !== null) forget()
      setState((sent) => (isMessage && made !== null ? endSending(sent) : endSaving(sent, made)))
    }
  }

  function forget(): void {
    if (keptAs !== undefined) writeKeptDraft(keptAs, null)
  }

  return {
    value: state.value,
    set: (change) => setState((now) => edit(now, { ...now.value, ...change })),
    type: (name, typed) => setState((now) => edit(now, withText(now.value, name, typed))),
    isDirty: isUnsaved,
    conflicts: state.theirs ? merge(state.base, state.value, state.theirs.value).conflicts : [],
    decide: (keep) => setState((now) => decide(now, keep)),
    taken: state.taken,
    dismissTaken: () => setState((now) => ({ ...now, taken: [] })),
    save,
    discard() {
      forget()
      setState(({ base, version }) => openDraft({ value: base, version }))
    },
  }
}

/** Holds a draft of something new, which nobody else can change. */
export function useMessage<Value extends object>(blank: Value, keptAs?: string): Draft<Value> {
  const first = { value: blank, version: 0 }
  return useDraft(first, null, { isMessage: true, ...(keptAs !== undefined && { keptAs }) })
}

function withText<Value extends object>(value: Value, name: string, typed: string): Value
function withText(value: object, name: string, typed: string): object {
  return { ...value, [name]: typed }
}

/**
 * A user who closes the form on purpose discards the draft; everything else leaves the text for the next time. A draft
 * with a new name is no longer found under its former name.
 */
function useKept<Value>(keptAs: string | undefined, state: DraftState<Value> | null): void {
  const kept = state && keptText(state)
  const former = useRef(keptAs)
  useEffect(() => {
    if (former.current !== undefined && former.current !== keptAs) {
      writeKeptDraft(former.current, null)
    }
    former.current = keptAs
    if (keptAs !== undefined) writeKeptDraft(keptAs, kept)
  }, [keptAs, kept])
}
