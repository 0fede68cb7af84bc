import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import { createStore } from '../../state/store.ts'

/** How the page stands with the server; each state holds only what it has. */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
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
}

export interface LiveStore {
  readonly view: () => LiveView
  readonly subscribe: (listener: () => void) => () => void
  /** Throws a `LiveGapError` for a message that does not follow; the view stays as it is. */
  readonly receive: (message: LiveMessage) => void
  readonly setConnection: (connection: Connection) => void
}

/** Live state outside React: one store for each page; its readers select the fields they show. */
export function createLiveStore(): LiveStore {
  const store = createStore<LiveView>({ session: null, connection: { kind: 'connecting' } })

  function show(next: LiveView): void {
    const view = store.get()
    if (next.session !== view.session || next.connection !== view.connection) store.set(next)
  }

  return {
    view: store.get,
    subscribe: store.subscribe,
    receive(message) {
      const view = store.get()
      const session = applyMessage(view.session, message)
      show({ session, connection: connectionAfter(message, view.connection) })
    },
    setConnection: (connection) => show({ ...store.get(), connection }),
  }
}

const LIVE: Connection = { kind: 'live' }
const WAITING: Connection = { kind: 'waiting' }

function connectionAfter(message: LiveMessage, connection: Connection): Connection {
  if (message.t === 'ended') return { kind: 'ended', recordedId: message.recordedId }
  if (message.t === 'waiting') return WAITING
  // A heartbeat follows the end of a session while its user is still followed.
  if (message.t === 'heartbeat' && connection.kind === 'ended') return connection
  return LIVE
}
