import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import type { Connection, LiveStore } from '../race/live-store.ts'

/** The messages of a socket go to this. */
export interface LiveReceiver extends Pick<LiveStore, 'setConnection' | 'view'> {
  /** Throws a `LiveGapError` for a message that does not follow; the view stays as it is. */
  readonly receive: (message: LiveMessage) => void
}

/** Shows every message at once, on pages without a time bar. */
export function createLiveReceiver(store: LiveStore): LiveReceiver {
  const { view, setConnection, show } = store
  return {
    view,
    setConnection,
    receive(message) {
      const { session, connection } = view()
      show(applyMessage(session, message), connectionAfter(message, connection))
    },
  }
}

const LIVE: Connection = { kind: 'live' }
const WAITING: Connection = { kind: 'waiting' }

export function connectionAfter(message: LiveMessage, connection: Connection): Connection {
  if (message.t === 'ended') return { kind: 'ended', recordedId: message.recordedId }
  if (message.t === 'waiting') return WAITING
  // A heartbeat follows the end of a session while its user is still followed.
  if (message.t === 'heartbeat' && connection.kind === 'ended') return connection
  return LIVE
}
