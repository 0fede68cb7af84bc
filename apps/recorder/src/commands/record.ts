import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { RecordArguments } from '../arguments.ts'
import { errorText, Failure } from '../failure.ts'
import { createFormatWatch } from '../foreign-format.ts'
import { createForwarder } from '../forward.ts'
import { listen } from '../listen.ts'
import type { Progress } from '../progress.ts'
import { createRaceGlance } from '../race-summary.ts'
import { createDiskWatch } from '../spool/disk-watch.ts'
import { createRecording, dropOutbox, dropRecording, type Recording } from '../spool/recording.ts'
import { megabytes, prepareSpool, sayContents } from '../spool/spool-folder.ts'
import { readSpool } from '../spool/unfinished.ts'
import type { Relay } from '../stream/relay.ts'
import { createTcpRelay } from '../stream/tcp-relay.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { createRelayQueue } from './relay-queue.ts'
import { settle } from './settle.ts'

/** Listens until interrupted; every datagram is on disk before anything else is done with it. */
export async function record(
  args: RecordArguments,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<Outcome> {
  const { target, spool, udp } = args
  const { say } = progress
  prepareSpool(spool)
  const left = readSpool(spool, target)
  const forwarder = await createForwarder(args.forward, args.listen, say)
  const socket = await listen(args.listen)
  const recording = createRecording(spool, target)
  const live = liveRelay(args, recording, say)
  const queue = createRelayQueue(target, udp ? [] : left.unfinished, live, say)
  const thinner = createThinner()
  const glance = createRaceGlance()
  const watchFormat = createFormatWatch(say)
  const destination = { address: captureAddress(args.listen.host), port: args.listen.port }
  const failing = new AbortController()
  let failure: unknown = null
  let seen = 0

  socket.on('message', (bytes: Uint8Array, from: RemoteInfo) => {
    const atMs = Date.now()
    try {
      recording.spool({ atMs, source: from, destination, bytes })
      seen++
      forwarder.forward(bytes)
      watchFormat(bytes)
      for (const thinned of thinner.push(bytes, atMs)) {
        glance.push(thinned.bytes)
        live.append(thinned.atMs, thinned.bytes)
      }
    } catch (error) {
      failure = spoolFailure(spool, error)
      failing.abort()
    }
  })
  say(
    `Listening on UDP ${args.listen.host}:${args.listen.port}, keeping all in ${recording.folder}`,
  )
  sayContents(left, spool, say)
  const disk = createDiskWatch(
    { spool, recording, acknowledgedNumber: () => recording.outbox.lastNumber - live.backlog, say },
    args.diskLimitBytes,
  )
  progress.start({
    glance,
    relay: () => queue.current,
    seen: () => seen,
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
    // A race that is being driven is worth more than an orderly end: keep it on disk.
    if (seen > 0 || args.keepsWhenRefused)
      say(`${errorText(error)}. The recording goes on; end it with Ctrl-C.`)
    else failing.abort()
  })
  const ending = AbortSignal.any([interrupted, failing.signal])
  if (!ending.aborted) await once(ending, 'abort')

  socket.close()
  forwarder.close()
  disk.stop()
  if (failure === null) {
    for (const { atMs, bytes } of thinner.flush()) live.append(atMs, bytes)
  }
  live.finish(false)
  const settled =
    failure === null && (await settle(relaying, () => queue.current).catch(() => false))
  for (const relay of queue.relays) relay.stop()
  progress.stop()
  recording.close()
  const durable = settled && live.backlog === 0
  putAway(recording, { seen, done: durable || udp }, say)
  if (failure !== null) throw failure
  const outcome = outcomeOf(queue.relays, durable ? 0 : 1)
  saySummary(seen, outcome, say)
  return outcome
}

function liveRelay(
  { target, udp }: RecordArguments,
  { streamId, outbox }: Recording,
  say: (text: string) => void,
): Relay {
  if (udp) return createUdpRelay(target, say)
  return createTcpRelay({ target, streamId, outbox, onNote: say, patienceMs: null })
}

function spoolFailure(spool: string, error: unknown): Failure {
  return new Failure(
    `The spool cannot be written: ${errorText(error)}`,
    `Make room on the disk of ${spool}, then start again: what is missing is sent then.`,
  )
}

function putAway(
  { folder, bytes }: Recording,
  { seen, done }: { seen: number; done: boolean },
  say: (text: string) => void,
): void {
  if (seen === 0) {
    dropRecording(folder)
    return
  }
  if (done) dropOutbox(folder)
  say(`The recording stays in ${folder} (${megabytes(bytes)}); delete the folder to free the space`)
}

function saySummary(seen: number, outcome: Outcome, say: (text: string) => void): void {
  const { sent, acknowledged, exitCode } = outcome
  if (acknowledged === null) {
    say(`Saw ${seen} datagrams, sent ${sent} over UDP: the server does not acknowledge them`)
    return
  }
  say(`Saw ${seen} datagrams, sent ${sent}, acknowledged ${acknowledged}`)
  if (exitCode !== 0) say('The server is away: the rest is sent when record runs again')
}

// A capture wants one address; a socket on all of them doesn't tell which it was.
function captureAddress(host: string): string {
  return /^\d+(\.\d+){3}$/.test(host) && host !== '0.0.0.0' ? host : '127.0.0.1'
}
