import type { SettledPart } from '@pitboard/contract/ingest/ingest-protocol'
import { createSenders } from '@pitboard/telemetry/thinning/senders'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordArguments } from '../arguments.ts'
import { createArrivalClock } from '../arrival-clock.ts'
import { errorText, Failure } from '../failure.ts'
import { createGameWatch, createRaceSummary } from '../race-summary.ts'
import { createForwarder, listenToGame } from '../game-socket.ts'
import type { Progress } from '../progress.ts'
import { createDiskWatch, type DiskWatch } from '../spool/disk-limit.ts'
import { ignoreErrors } from '../spool/disk-attempts.ts'
import { createRecording, dropOutbox, dropRecording, type Recording } from '../spool/recording.ts'
import {
  megabytes,
  prepareSpool,
  printContents,
  readSpool,
  type SpoolContents,
} from '../spool/spool-folder.ts'
import { type Relay, createTcpRelay } from '../stream/relay.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import { createOutcome, type Outcome } from './outcome.ts'
import { createRelayQueue } from './relay-queue.ts'
import { waitForRelay } from './wait-for-relay.ts'

/** Faults are looked at again after this long; tests wait less. */
export interface RetryTimes {
  readonly diskMs?: number
  readonly portMs?: number
  readonly refusalMs?: number
  /** The end waits this long for a server that is away. */
  readonly patienceMs?: number
}

const REFUSAL_RETRY_MS = 30_000
const WATCH_MS = 500
const REST_MS = 10
const REST_LOOKS_MAX = 20

/**
 * Listens until it is interrupted, and ends on its own only if it cannot begin. A later failure (disk, port, network,
 * server, key) is shown and tried again; the rest of the race is still recorded.
 */
export async function record(
  args: RecordArguments,
  progress: Progress,
  interrupted: AbortSignal,
  retry: RetryTimes = {},
): Promise<Outcome> {
  const { target, spool, udp, continuesWhenRefused } = args
  const { print } = progress
  const earlier = openSpool(args, print)
  const forwarder = await createForwarder(args.forward, args.listen, print)
  let disk: DiskWatch | null = null
  const recording = createRecording(spool, target, {
    makeRoom: () => disk?.makeRoom() ?? false,
    ...(retry.diskMs !== undefined && { retryMs: retry.diskMs }),
  })
  const live = createLiveRelay(args, recording, print, (part) => queue.settle(part))
  const queue = createRelayQueue(target, udp ? [] : earlier.unfinished, live, print)
  const noteDisk = createDiskNotes(recording, print)
  const senders = createSenders()
  const thinner = createThinner()
  const summary = createRaceSummary()
  const game = createGameWatch(print)
  const destination = { address: findCaptureAddress(args.listen.host), port: args.listen.port }
  const arrivals = createArrivalClock()
  const failing = new AbortController()
  const ending = AbortSignal.any([interrupted, failing.signal])
  /** The server refuses what is recorded for this reason, since it did so last. */
  let refusal: unknown = null
  let seen = 0

  function onMessage(bytes: Uint8Array, source: RemoteInfo): void {
    const atMs = arrivals.stamp()
    seen++
    forwarder.forward(bytes)
    game.push(bytes)
    const own = senders.push(bytes, source, atMs)
    if (own.length === 0) {
      noteOther(source.address)
      return
    }
    recording.spool({ atMs, source, destination, bytes })
    noteDisk()
    for (const sent of own) {
      for (const thinned of thinner.push(sent, atMs)) {
        summary.push(thinned.bytes)
        live.append(thinned.atMs, thinned.bytes)
      }
    }
  }

  let hasOther = false
  function noteOther(sender: string): void {
    if (hasOther) return
    hasOther = true
    print(`Two consoles send the same session: that of ${sender} is left out`)
  }

  const address = `${args.listen.host}:${args.listen.port}`
  const listener = await listenToGame(args.listen, {
    onMessage,
    onOpen: () => print(`Listening on UDP ${address}, storing all in ${recording.folder}`),
    print,
    ...(retry.portMs !== undefined && { retryMs: retry.portMs }),
  }).catch((error: unknown) => {
    forwarder.close()
    arrivals.stop()
    recording.close()
    dropRecording(recording.folder)
    throw error
  })
  printContents(earlier, spool, print)
  const outboxes = () => [...queue.outboxes, recording.outbox]
  disk = createDiskWatch({ spool, recording, outboxes, print }, args.diskLimitBytes)
  const watching = setInterval(noteDisk, WATCH_MS)
  progress.start({
    summary,
    relay: () => queue.current,
    countDatagrams: () => seen,
    game,
    recording: {
      recording,
      disk,
      forwardTo: forwarder.forwardTo,
      refused: () => (refusal instanceof Failure && !queue.current.connected ? refusal : null),
      warning: () => listener.warning ?? recording.warning,
    },
  })

  /** A refusal is not final: a key may be restored, a clock set, and a server updated. */
  async function relayAll(): Promise<void> {
    for (;;) {
      // When the recording ends the user has waited long enough: there is one more try.
      const isLast = ending.aborted
      try {
        await queue.run()
        refusal = null
        return
      } catch (error) {
        if (errorText(error) !== errorText(refusal)) {
          print(`${errorText(error)}. The recording goes on; end it with Ctrl-C.`)
        }
        const wasAccepted = refusal !== null || queue.relays.some(({ sent }) => sent > 0)
        refusal = error
        if (seen === 0 && !wasAccepted && !continuesWhenRefused) failing.abort()
        if (isLast || failing.signal.aborted) throw error
        const waitMs = retry.refusalMs ?? REFUSAL_RETRY_MS
        await sleep(waitMs, null, { signal: ending }).catch(() => {})
      }
    }
  }

  const relaying = relayAll()
  relaying.catch(() => {})
  if (!ending.aborted) await once(ending, 'abort')

  await waitForRest(() => seen)
  listener.close()
  arrivals.stop()
  forwarder.close()
  disk.stop()
  clearInterval(watching)
  for (const { atMs, bytes } of thinner.flush()) live.append(atMs, bytes)
  live.finish(false)
  const isComplete = await waitForRelay(relaying, () => queue.current, retry.patienceMs).catch(
    () => false,
  )
  for (const relay of queue.relays) relay.stop()
  progress.stop()
  recording.close()
  const durable = isComplete && live.backlog === 0
  cleanUp(recording, { seen, done: udp || (durable && recording.outbox.isSettled) }, print)
  if (refusal !== null && !durable) throw refusal
  const outcome = createOutcome(queue.relays, durable ? 0 : 1)
  printSummary(seen, outcome, print)
  return outcome
}

/**
 * What the game sent before the end may still wait in the socket of a busy machine: the result of a race is
 * the last that comes. Returns once nothing more arrives, and soon where the game goes on.
 */
async function waitForRest(countDatagrams: () => number): Promise<void> {
  let before = -1
  for (let looks = 0; looks < REST_LOOKS_MAX && countDatagrams() !== before; looks++) {
    before = countDatagrams()
    await sleep(REST_MS)
  }
}

/** A folder that cannot be written at the start is a wrong argument; the app, which has none, goes on without. */
function openSpool(
  { spool, target, continuesWhenRefused }: RecordArguments,
  print: (text: string) => void,
): SpoolContents {
  try {
    prepareSpool(spool)
    return readSpool(spool, target)
  } catch (error) {
    if (!continuesWhenRefused) throw error
    print(errorText(error))
    return { recordings: 0, bytes: 0, unfinished: [], forOthers: 0 }
  }
}

/** Prints each change of what the disk takes. */
function createDiskNotes(recording: Recording, print: (text: string) => void): () => void {
  let shown: string | null = null
  return () => {
    const { warning } = recording
    // The number in what is lost grows: one line in the log is enough.
    const kind = warning?.message.replaceAll(/\d+/g, '') ?? null
    if (kind === shown) return
    shown = kind
    if (warning === null) print('The disk takes everything again')
    else {
      print(warning.message)
      print(warning.remedy)
    }
  }
}

function createLiveRelay(
  { target, udp }: RecordArguments,
  { streamId, outbox }: Recording,
  print: (text: string) => void,
  onOtherSettled: (part: SettledPart) => void,
): Relay {
  if (udp) return createUdpRelay(target, print)
  const stream = { target, streamId, outbox, onOtherSettled }
  return createTcpRelay({ ...stream, onNote: print, patienceMs: null })
}

function cleanUp(
  { folder, bytes }: Recording,
  { seen, done }: { seen: number; done: boolean },
  print: (text: string) => void,
): void {
  if (seen === 0) {
    ignoreErrors(() => dropRecording(folder))
    return
  }
  // What a disk that has failed does not let go of is cleaned up by the next run.
  if (done) ignoreErrors(() => dropOutbox(folder))
  print(
    `The recording stays in ${folder} (${megabytes(bytes)}); delete the folder to free the space`,
  )
}

function printSummary(seen: number, outcome: Outcome, print: (text: string) => void): void {
  const { sent, acknowledged, exitCode } = outcome
  if (acknowledged === null) {
    print(`Saw ${seen} datagrams, sent ${sent} over UDP: the server does not acknowledge them`)
    return
  }
  print(`Saw ${seen} datagrams, sent ${sent}, acknowledged ${acknowledged}`)
  if (exitCode !== 0) print('The server is away: the next run of record sends the rest')
}

// A capture needs one address; a socket on all of them does not know which one it was.
export function findCaptureAddress(host: string): string {
  return /^\d+(\.\d+){3}$/.test(host) && host !== '0.0.0.0' ? host : '127.0.0.1'
}
