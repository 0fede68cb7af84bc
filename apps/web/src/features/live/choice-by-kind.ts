import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore, type Store } from '../../state/store.ts'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'

interface ChoiceByKind<Choice> {
  /** A kind has null where nothing was chosen on this device. */
  readonly choices: Pick<Store<Readonly<Record<SessionKind, Choice | null>>>, 'get' | 'subscribe'>
  readonly choose: (kind: SessionKind, choice: Choice | null) => void
}

/** Creates a choice for each kind of session that this device remembers, as a text under `NAME.KIND`. */
export function createChoiceByKind<Choice extends string | readonly string[]>(
  name: string,
  parse: (stored: string) => Choice | null,
): ChoiceByKind<Choice> {
  const read = (kind: SessionKind) => {
    const stored = readStored(`${name}.${kind}`)
    return stored === null ? null : parse(stored)
  }
  const choices = createStore<Readonly<Record<SessionKind, Choice | null>>>({
    race: read('race'),
    qualifying: read('qualifying'),
    practice: read('practice'),
    timeTrial: read('timeTrial'),
  })
  return {
    choices,
    choose(kind, choice) {
      choices.set({ ...choices.get(), [kind]: choice })
      writeStored(`${name}.${kind}`, choice === null ? null : String(choice))
    },
  }
}
