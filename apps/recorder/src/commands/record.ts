import { createThinner } from '@pitboard/telemetry/thin'
import type { RemoteInfo } from 'node:dgram'
import { accessSync, constants, mkdirSync } from 'node:fs'
import type { RecordArguments } from '../arguments.ts'
import { errorText, Failure } from '../failure.ts'
import { createForwarder } from '../forward.ts'
import { listen } from '../listen.ts'
import type { Progress } from '../progress.ts'
import { createRaceGlance } from '../race-glance.ts'
import { createRecording, dropOutbox, dropRecording, openOutbox } from '../spool/recording.ts'
import { readSpool, type UnfinishedRecording } from '../spool/unfinished.ts'
import type { Relay } from '../stream/relay.ts'
import { createTcpRelay } from '../stream/tcp-relay.ts'
import { createUdpRelay } from '../stream/udp-relay.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
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
  const failing = new AbortController()
  let failure: unknown = null
  let seen = 0
  const socket = await listen(args.listen)

  const recording = createRecording(spool, target)
  const { outbox, streamId } = recording
  const live = udp
    ? createUdpRelay(target, say)
    : createTcpRelay({ target, streamId, outbox, onNote: say, patienceMs: null })
  const relays: Relay[] = []
  let current = live
  const thinner = createThinner()
  const glance = createRaceGlance()
  const destination = { address: localAddress(args.listen.host), port: args.listen.port }

  socket.on('message', (bytes: Uint8Array, from: RemoteInfo) => {
    const atMs = Date.now()
    try {
      recording.spool({ atMs, source: from, destination, bytes })
      seen++
      forwarder.forward(bytes)
      for (const thinned of thinner.push(bytes, atMs)) {
        glance.push(thinned.bytes)
        live.append(thinned.atMs, thinned.bytes)
      }
    } catch (error) {
      failure = new Failure(
        `The spool cannot be written: ${errorText(error)}`,
        `Make room on the disk of ${spool}, then start again: what is missing is sent then.`,
      )
      failing.abort()
    }
  })

  async function relayAll(): Promise<void> {
    for (const unfinished of udp ? [] : left.unfinished) {
      const earlier = resume(args, unfinished, say)
      current = earlier
      relays.push(earlier)
      await earlier.run()
      dropOutbox(unfinished.folder)
    }
    current = live
    relays.push(live)
    await live.run()
  }

  say(
    `Listening on UDP ${args.listen.host}:${args.listen.port}, keeping everything in ${recording.folder}`,
  )
  sayLeft(left, spool, say)
  progress.start({ glance, relay: () => current, seen: () => seen })
  const relaying = relayAll()
  relaying.catch((error: unknown) => {
    failure ??= error
    // A race that is being driven is worth more than an orderly end: keep it on disk.
    if (seen > 0) say(`${errorText(error)} The recording goes on; end it with Ctrl-C.`)
    else failing.abort()
  })

  await firstOf(interrupted, failing.signal)
  socket.close()
  forwarder.close()
  for (const thinned of failure === null ? thinner.flush() : []) {
    live.append(thinned.atMs, thinned.bytes)
  }
  live.finish(false)
  const settled = failure === null && (await settle(relaying, () => current))
  for (const relay of [...relays, live]) relay.stop()
  progress.stop()
  recording.close()

  const durable = settled && live.backlog === 0
  if (durable || udp) dropOutbox(recording.folder)
  if (seen === 0 && (durable || outbox.lastNumber === 0)) dropRecording(recording.folder)
  else
    say(
      `The recording stays in ${recording.folder} (${megabytes(recording.bytes)}); delete the folder to free the space`,
    )
  if (failure !== null) throw failure
  const outcome = outcomeOf(relays, durable ? 0 : 1)
  saySummary(seen, outcome, say)
  return outcome
}

function prepareSpool(spool: string): void {
  try {
    mkdirSync(spool, { recursive: true, mode: 0o700 })
    accessSync(spool, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Failure(
      `The spool folder ${spool} cannot be written: ${errorText(error)}`,
      'Give a folder of your own with --spool.',
    )
  }
}

/** An earlier run was killed or ended without the server: the rest of its stream goes first. */
function resume(
  { target }: RecordArguments,
  { folder, streamId }: UnfinishedRecording,
  say: (text: string) => void,
): Relay {
  const outbox = openOutbox(folder)
  const relay = createTcpRelay({ target, streamId, outbox, onNote: say, patienceMs: null })
  say(`Sending the rest of the recording in ${folder}`)
  relay.finish(false)
  return relay
}

function sayLeft(
  left: ReturnType<typeof readSpool>,
  spool: string,
  say: (text: string) => void,
): void {
  if (left.recordings > 0) {
    say(
      `${spool} holds ${left.recordings} earlier recordings (${megabytes(left.bytes)}); delete folders you no longer need`,
    )
  }
  if (left.elsewhere > 0) {
    say(`${left.elsewhere} of them wait for another --server or --user`)
  }
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

function firstOf(...signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals])
  return new Promise((resolve) => {
    if (any.aborted) resolve()
    any.addEventListener('abort', () => resolve(), { once: true })
  })
}

// A capture wants one address; a socket on all of them doesn't tell which it was.
function localAddress(host: string): string {
  return /^\d+(\.\d+){3}$/.test(host) ? host : '127.0.0.1'
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
