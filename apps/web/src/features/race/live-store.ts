import type { LiveSession } from '@pitboard/contract/live/live'
import { createStore } from '../../state/store.ts'

/** The page stands so with the server; each state holds only what it has. */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** A recorded session is played. */
  | { readonly kind: 'replay' }
  /** The followed user drives nothing now. */
  | { readonly kind: 'waiting' }
  /** `retryAtMs` is an instant of the browser's clock. */
  | { readonly kind: 'reconnecting'; readonly retryAtMs: number }
  | { readonly kind: 'ended'; readonly recordedId: string | null }
  | { readonly kind: 'notFound' }
  /** The server speaks another version of the protocol: only a reload helps. */
  | { readonly kind: 'outdated' }

export interface LiveView {
  readonly session: LiveSession | null
  readonly connection: Connection
  /** The server has sent nothing for this many seconds: what is shown may be wrong by now. */
  readonly silentSeconds: number
  /** The viewer has chosen to see the session with this delay; 0 shows the present. */
  readonly behindSeconds: number
  /** The session is shown this many times faster than it is driven. */
  readonly speed: number
  /** Counts the states that do not follow the one before: after a seek, a silence or a sleep. */
  readonly jumps: number
}

/** More than one tick passes, also at the highest speed. */
const JUMP_MS = 3_000

function isJump(before: LiveSession | null, session: LiveSession | null): boolean {
  if (!before || !session || before.id !== session.id) return true
  const passedMs = session.sessionTimeMs - before.sessionTimeMs
  return passedMs < 0 || passedMs > JUMP_MS
}

export interface LiveStore {
  readonly view: () => LiveView
  readonly subscribe: (listener: () => void) => () => void
  readonly show: (session: LiveSession | null, connection?: Connection) => void
  readonly setConnection: (connection: Connection) => void
  readonly setFreshness: (silentSeconds: number, behindSeconds: number) => void
  readonly setSpeed: (speed: number) => void
}

/** Creates live state outside React: each page has one store, and its readers select the fields they show. */
export function createLiveStore(connection: Connection = { kind: 'connecting' }): LiveStore {
  const store = createStore<LiveView>({
    session: null,
    connection,
    silentSeconds: 0,
    behindSeconds: 0,
    speed: 1,
    jumps: 0,
  })

  function change(next: Partial<LiveView>): void {
    const view = store.get()
    const after = { ...view, ...next }
    const isSame =
      after.session === view.session &&
      after.connection === view.connection &&
      after.silentSeconds === view.silentSeconds &&
      after.behindSeconds === view.behindSeconds &&
      after.speed === view.speed
    if (!isSame) store.set(after)
  }

  return {
    view: store.get,
    subscribe: store.subscribe,
    show(session, connection = store.get().connection) {
      const view = store.get()
      const jumps = view.jumps + (isJump(view.session, session) ? 1 : 0)
      change({ session, connection, jumps })
    },
    setConnection: (next) => change({ connection: next }),
    setFreshness: (silentSeconds, behindSeconds) => change({ silentSeconds, behindSeconds }),
    setSpeed: (speed) => change({ speed }),
  }
}
