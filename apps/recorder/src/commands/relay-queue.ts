import { dropOutbox, openOutbox } from '../spool/recording.ts'
import type { UnfinishedRecording } from '../spool/spool-folder.ts'
import type { Target } from '../stream/lease.ts'
import { type Relay, createTcpRelay } from '../stream/relay.ts'

export interface RelayQueue {
  /** The relays that have started, in order. */
  readonly relays: readonly Relay[]
  readonly current: Relay
  readonly run: () => Promise<void>
}

/** Sends what earlier runs have left, oldest first; then runs the live relay. */
export function createRelayQueue(
  target: Target,
  unfinished: readonly UnfinishedRecording[],
  live: Relay,
  print: (text: string) => void,
): RelayQueue {
  const relays: Relay[] = []
  let current = live

  function resume({ folder, streamId }: UnfinishedRecording): Relay {
    print(`Sending the rest of the recording in ${folder}`)
    const outbox = openOutbox(folder)
    const relay = createTcpRelay({ target, streamId, outbox, onNote: print, patienceMs: null })
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
      for (const recording of unfinished) {
        const earlier = resume(recording)
        await runRelay(earlier)
        if (earlier.backlog > 0) return
        dropOutbox(recording.folder)
      }
      await runRelay(live)
    },
  }
}
