import { dropOutbox, openOutbox } from '../spool/recording.ts'
import type { UnfinishedRecording } from '../spool/unfinished.ts'
import type { Target } from '../stream/lease.ts'
import type { Relay } from '../stream/relay.ts'
import { createTcpRelay } from '../stream/tcp-relay.ts'

export interface RelayQueue {
  /** Those that have had their turn, the running one included. */
  readonly relays: readonly Relay[]
  readonly current: Relay
  readonly run: () => Promise<void>
}

/** What earlier runs have left goes to the server first, oldest first; then the live relay runs. */
export function createRelayQueue(
  target: Target,
  unfinished: readonly UnfinishedRecording[],
  live: Relay,
  say: (text: string) => void,
): RelayQueue {
  const relays: Relay[] = []
  let current = live

  function resume({ folder, streamId }: UnfinishedRecording): Relay {
    say(`Sending the rest of the recording in ${folder}`)
    const outbox = openOutbox(folder)
    const relay = createTcpRelay({ target, streamId, outbox, onNote: say, patienceMs: null })
    relay.finish(false)
    return relay
  }

  function runRelay(relay: Relay): Promise<void> {
    current = relay
    relays.push(relay)
    return relay.run()
  }

  return {
    relays,
    get current() {
      return current
    },
    async run() {
      for (const left of unfinished) {
        const earlier = resume(left)
        await runRelay(earlier)
        if (earlier.backlog > 0) return
        dropOutbox(left.folder)
      }
      await runRelay(live)
    },
  }
}
