import type { SettledPart } from '@pitboard/contract/ingest/ingest-protocol'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { RecordArguments } from '../arguments.ts'
import { createArrivalClock } from '../arrival-clock.ts'
import { errorText, Failure } from '../failure.ts'
import { createGameWatch, createRaceSummary } from '../race-summary.ts'
import { createForwarder, openGameSocket } from '../game-socket.ts'
import type { Progress } from '../progress.ts'
import { createDiskWatch } from '../spool/disk-limit.ts'
import { createRecording, dropOutbox, dropRecording, type Recording } from '../spool/recording.ts'
import { megabytes, prepareSpool, printContents, readSpool } from '../spool/spool-folder.ts'
import { type Relay, createTcpRelay } from '../stream/relay.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import { createOutcome, type Outcome } from './outcome.ts'
import { createRelayQueue } from './relay-queue.ts'
import { waitForRelay } from './wait-for-relay.ts'

/** Listens until interrupted; every datagram is on disk before anything else is done with it. */
export async function record(
  args: RecordArguments,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<Outcome> {
  const { target, spool, udp } = args
  const { print } = progress
  prepareSpool(spool)
  const earlier = readSpool(spool, target)
  const forwarder = await createForwarder(args.forward, args.listen, print)
  const socket = await openGameSocket(args.listen)
  const recording = createRecording(spool, target)
  const live = createLiveRelay(args, recording, print, (part) => queue.settle(part))
  const queue = createRelayQueue(target, udp ? [] : earlier.unfinished, live, print)
  const thinner = createThinner()
  const summary = createRaceSummary()
  const game = createGameWatch(print)
  const destination = { address: findCaptureAddress(args.listen.host), port: args.listen.port }
  const arrivals = createArrivalClock()
  const failing = new AbortController()
  let failure: unknown = null
  let seen = 0

  socket.on('message', (bytes: Uint8Array, from: RemoteInfo) => {
    const atMs = arrivals.stamp()
    try {
      recording.spool({ atMs, source: from, destination, bytes })
      seen++
      forwarder.forward(bytes)
      game.push(bytes)
      for (const thinned of thinner.push(bytes, atMs)) {
        summary.push(thinned.bytes)
        live.append(thinned.atMs, thinned.bytes)
      }
    } catch (error) {
      failure = createSpoolFailure(spool, error)
      failing.abort()
    }
  })
  print(
    `Listening on UDP ${args.listen.host}:${args.listen.port}, storing all in ${recording.folder}`,
  )
  printContents(earlier, spool, print)
  const disk = createDiskWatch(
    {
      spool,
      recording,
      outboxes: () => [...queue.outboxes, recording.outbox],
      print,
    },
    args.diskLimitBytes,
  )
  progress.start({
    summary,
    relay: () => queue.current,
    countDatagrams: () => seen,
    game,
    recording: {
      recording,
      disk,
      forwardTo: forwarder.forwardTo,
      refused: () => (failure instanceof Failure ? failure : null),
    },
  })

  const relaying = queue.run()
  relaying.catch((error: unknown) => {
    failure ??= error
    // The race goes on: store it on disk although it cannot be relayed.
    if (seen > 0 || args.continuesWhenRefused)
      print(`${errorText(error)}. The recording goes on; end it with Ctrl-C.`)
    else failing.abort()
  })
  const ending = AbortSignal.any([interrupted, failing.signal])
  if (!ending.aborted) await once(ending, 'abort')

  socket.close()
  arrivals.stop()
  forwarder.close()
  disk.stop()
  if (failure === null) {
    for (const { atMs, bytes } of thinner.flush()) live.append(atMs, bytes)
  }
  live.finish(false)
  const isComplete =
    failure === null && (await waitForRelay(relaying, () => queue.current).catch(() => false))
  for (const relay of queue.relays) relay.stop()
  progress.stop()
  recording.close()
  const durable = isComplete && live.backlog === 0
  cleanUp(recording, { seen, done: udp || (durable && recording.outbox.isSettled) }, print)
  if (failure !== null) throw failure
  const outcome = createOutcome(queue.relays, durable ? 0 : 1)
  printSummary(seen, outcome, print)
  return outcome
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

function createSpoolFailure(spool: string, error: unknown): Failure {
  return new Failure(
    `The spool cannot be written: ${errorText(error)}`,
    `Make room on the disk of ${spool}, then start again: what is missing is sent then.`,
  )
}

function cleanUp(
  { folder, bytes }: Recording,
  { seen, done }: { seen: number; done: boolean },
  print: (text: string) => void,
): void {
  if (seen === 0) {
    dropRecording(folder)
    return
  }
  if (done) dropOutbox(folder)
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
function findCaptureAddress(host: string): string {
  return /^\d+(\.\d+){3}$/.test(host) && host !== '0.0.0.0' ? host : '127.0.0.1'
}
