import type { SettledPart } from '@pitboard/contract/ingest/ingest-protocol'
import { errorText } from '../failure.ts'
import { ignoreErrors } from '../spool/disk-attempts.ts'
import type { DiskOutbox } from '../spool/disk-outbox.ts'
import { dropOutbox, isOutboxSent, openOutbox } from '../spool/recording.ts'
import type { UnfinishedRecording } from '../spool/spool-folder.ts'
import type { Target } from '../stream/lease.ts'
import { type Relay, createTcpRelay } from '../stream/relay.ts'

interface RelayQueue {
  /** The relays have started in this order. */
  readonly relays: readonly Relay[]
  readonly current: Relay
  /** The outboxes of earlier recordings are not settled, and come oldest first. */
  readonly outboxes: readonly DiskOutbox[]
  /** The server has settled a part of an earlier recording. */
  readonly settle: (part: SettledPart) => void
  readonly run: () => Promise<void>
}

interface EarlierRecording extends UnfinishedRecording {
  readonly outbox: DiskOutbox
  readonly relay: Relay
}

/**
 * Sends what earlier runs have left, oldest first; then runs the live relay. Earlier recordings stay
 * until they are settled: a server that has lost data gets them again before the live one.
 */
export function createRelayQueue(
  target: Target,
  unfinished: readonly UnfinishedRecording[],
  live: Relay,
  print: (text: string) => void,
): RelayQueue {
  const started = new Set<Relay>()
  let earlier: EarlierRecording[] = []
  /** A run that has failed is followed by another one. */
  let isOpened = false
  let current = live

  function openAll(): EarlierRecording[] {
    return unfinished.flatMap((recording) => {
      try {
        return [open(recording)]
      } catch (error) {
        // One that cannot be read must not hold up the race that is driven now.
        print(`The recording in ${recording.folder} cannot be read: ${errorText(error)}`)
        return []
      }
    })
  }

  function open(recording: UnfinishedRecording): EarlierRecording {
    const { streamId } = recording
    const outbox = openOutbox(recording.folder)
    const stream = { target, streamId, outbox, onOtherSettled: settle }
    const relay = createTcpRelay({ ...stream, onNote: print, patienceMs: null })
    relay.finish(false)
    return { ...recording, outbox, relay }
  }

  function settle({ streamId, number }: SettledPart): void {
    const recording = earlier.find((one) => one.streamId === streamId)
    if (recording === undefined) return
    recording.outbox.settle(number)
    if (recording.relay !== current) releaseSettled(recording)
  }

  function releaseSettled(recording: EarlierRecording): void {
    recording.outbox.close()
    if (!recording.outbox.isSettled) return
    // Where the disk is read-only for now, the next run drops it.
    ignoreErrors(() => dropOutbox(recording.folder))
    earlier = earlier.filter((one) => one !== recording)
  }

  /** Returns false where the relay was stopped. */
  async function sendEarlier(recording: EarlierRecording): Promise<boolean | 'lost'> {
    const { relay, folder } = recording
    current = relay
    if (!started.has(relay) && !isOutboxSent(folder)) {
      print(`Sending the rest of the recording in ${folder}`)
    }
    started.add(relay)
    if ((await relay.run()) === 'lost') return 'lost'
    if (relay.backlog > 0) return false
    releaseSettled(recording)
    return true
  }

  async function sendAll(): Promise<boolean | 'lost'> {
    for (const recording of earlier) {
      // It may have been settled meanwhile.
      if (!earlier.includes(recording)) continue
      const isSent = await sendEarlier(recording)
      if (isSent !== true) return isSent
    }
    current = live
    started.add(live)
    return (await live.run()) === 'over' || 'lost'
  }

  return {
    get relays() {
      return [...started]
    },
    get current() {
      return current
    },
    get outboxes() {
      return earlier.map(({ outbox }) => outbox)
    },
    settle,
    async run() {
      if (!isOpened) earlier = openAll()
      isOpened = true
      while ((await sendAll()) === 'lost');
    },
  }
}
