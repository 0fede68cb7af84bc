import type { Socket } from 'node:net'
import {
  createFrameReader,
  encodeAcknowledgement,
  encodeFrame,
  encodeJsonFrame,
  FrameError,
  FrameLengthError,
  readDatagramPayload,
  readJsonPayload,
  type Frame,
} from '@pitboard/contract/ingest/ingest-frames'
import {
  Finish,
  FrameType,
  Hello,
  INGEST_PROTOCOL_VERSION,
  PING_INTERVAL_MS,
  type IngestedSession,
  type Refusal,
  type SettledPart,
  type Welcome,
  FRAME_BYTES_MAX,
  type Done,
} from '@pitboard/contract/ingest/ingest-protocol'
import type { TSchema, Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Log } from '../../../platform/diagnostics/log.ts'
import { KEY_CHECK_MS } from './lease-tokens.ts'
import { StreamOwnedElsewhere } from '../../ownership/ownership.ts'
import type { StreamSession } from '../recordings/journal-record.ts'
import type { IngestMetrics } from '../recordings/metrics.ts'
import type { Recording, Source } from '../recordings/recording.ts'
import type { Recordings } from '../recordings/recordings.ts'
import type { Stream } from '../recordings/streams.ts'
import type { LeaseTokens } from './lease-tokens.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { createThroughputLimit } from '../../../platform/limits/token-buckets.ts'

const HELLO_WITHIN_MS = 5_000
const DEAD_AFTER_MS = PING_INTERVAL_MS * 3
const CLOSE_WITHIN_MS = 2_000
/** A recorder registers again before it reconnects, and then gets the other server's address. */
const MOVED: Refusal = {
  code: 'stopping',
  message: 'Another server receives this stream; register again.',
}

export interface RecorderContext {
  readonly recordings: Recordings
  readonly tokens: LeaseTokens
  readonly isRevoked: (keyId: string) => Promise<boolean>
  readonly metrics: IngestMetrics
  readonly log: Log
  readonly nowMs: () => number
  /** With the addresses where it can be seen. */
  readonly describe: (session: StreamSession) => IngestedSession
}

type State =
  | { readonly name: 'hello' }
  | { readonly name: 'opening' }
  | {
      readonly name: 'streaming' | 'finishing'
      readonly recording: Recording
      readonly stream: Stream
      readonly source: Source
    }
  | { readonly name: 'over' }

/** Serves one connection; the function it returns ends it with a reason. */
export function serveRecorder(
  context: RecorderContext,
  socket: Socket,
  onAuthenticated: () => void,
): (refusal: Refusal) => void {
  const { recordings, tokens, isRevoked, metrics, log, nowMs, describe } = context
  let state: State = { name: 'hello' }
  let receivedMs = nowMs()
  let sentMs = nowMs()
  let keyId: string | null = null
  let keyCheckedMs = nowMs()
  const applyBackpressure = createBackpressure(socket, nowMs())
  const read = createFrameReader(take)
  const timer = setInterval(watch, PING_INTERVAL_MS / 5)
  const helloTimer = setTimeout(() => {
    if (state.name === 'hello') refuse({ code: 'protocol', message: 'No Hello came in time.' })
  }, HELLO_WITHIN_MS)

  function send(frame: Uint8Array): void {
    sentMs = nowMs()
    if (socket.writable) socket.write(frame)
  }

  function refuse(refusal: Refusal): void {
    if (state.name === 'over') return
    metrics.rejected.inc({ transport: 'tcp', reason: refusal.code })
    leave()
    socket.resume()
    socket.end(encodeJsonFrame(FrameType.Refusal, refusal))
    setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref()
  }

  function leave(): void {
    if ('recording' in state) state.recording.detach(state.source)
    state = { name: 'over' }
    clearInterval(timer)
    clearTimeout(helloTimer)
  }

  function watch(): void {
    const silentMs = nowMs() - receivedMs
    // A paused socket reads nothing, pings included.
    if (silentMs >= DEAD_AFTER_MS && !socket.isPaused()) socket.destroy()
    else if (nowMs() - sentMs >= PING_INTERVAL_MS) send(encodeFrame(FrameType.Ping))
    if (keyId === null || nowMs() - keyCheckedMs < KEY_CHECK_MS) return
    keyCheckedMs = nowMs()
    refuseRevoked(keyId).catch(fail)
  }

  async function refuseRevoked(id: string): Promise<void> {
    if (await isRevoked(id)) refuse({ code: 'token', message: 'The recorder key was revoked.' })
  }

  function take(frame: Frame): void {
    if (state.name === 'over' || frame.type === FrameType.Ping) return
    if (state.name === 'hello' && frame.type === FrameType.Hello) {
      open(parse(Hello, frame)).catch(fail)
    } else if (state.name === 'streaming' && frame.type === FrameType.Datagram) {
      const { number, atMs, bytes } = readDatagramPayload(frame.payload)
      state.recording.push(state.stream, number, atMs, bytes)
    } else if (state.name === 'streaming' && frame.type === FrameType.Finish) {
      finish(parse(Finish, frame)).catch(fail)
    } else {
      throw new FrameError(`A frame of type ${frame.type} has no place here`)
    }
  }

  async function open({ version, token, streamId, firstNumber }: Hello): Promise<void> {
    if (version !== INGEST_PROTOCOL_VERSION) {
      throw new FrameError(`This server speaks version ${INGEST_PROTOCOL_VERSION}`)
    }
    const holder = tokens.holderOf(token, nowMs())
    if (holder === null) {
      refuse({ code: 'token', message: 'The token is wrong or too old; register for a new one.' })
      return
    }
    onAuthenticated()
    state = { name: 'opening' }
    keyId = holder.keyId
    keyCheckedMs = nowMs()
    await refuseRevoked(holder.keyId)
    if (isOver()) return
    const recording = await recordings.open(holder.userId)
    if (isOver()) return
    const stream = recording.stream(streamId)
    const source: Source = {
      stream,
      replaced: () => refuse({ code: 'replaced', message: 'Another stream of this user began.' }),
      failed: () => refuse({ code: 'internal', message: 'The server can not write its journal.' }),
      moved: () => refuse(MOVED),
      session: (session) => send(encodeJsonFrame(FrameType.Session, describe(session))),
      durable: (number) => send(encodeAcknowledgement(number)),
      // Only a recorder that retains datagrams knows the frame.
      ...(firstNumber !== undefined && { settled: sendSettled }),
    }
    recording.attach(source)
    state = { name: 'streaming', recording, stream, source }
    // The break may have been shorter than the wait for the disk.
    await recording.sync()
    if (isOver()) return
    if (firstNumber !== undefined) recording.startAt(stream, firstNumber)
    recording.settleStreams()
    const { position, settled } = stream
    const welcome: Welcome = { resumeFrom: position + 1, settled }
    send(encodeJsonFrame(FrameType.Welcome, welcome))
    for (const session of stream.sessions.values()) source.session(session)
    for (const known of recording.streams()) {
      if (known !== stream && known.settled > 0) source.settled?.(known)
    }
  }

  function sendSettled({ id, settled }: Stream): void {
    const part: SettledPart = { streamId: id, number: settled }
    send(encodeJsonFrame(FrameType.Settled, part))
  }

  async function finish({ lastNumber, endsSession }: Finish): Promise<void> {
    if (state.name !== 'streaming') return
    const { recording, stream, source } = state
    if (stream.position < lastNumber) {
      throw new FrameError(`The stream has come to ${stream.position}, not to ${lastNumber}`)
    }
    state = { ...state, name: 'finishing' }
    recording.finish(endsSession)
    await recording.sync()
    await recording.settled()
    await recording.sync()
    if (isOver()) return
    stream.isFinished = true
    recording.settleStreams()
    for (const session of stream.sessions.values()) source.session(session)
    const done = createDone(stream.durable, [...stream.sessions.values()].map(describe))
    send(encodeJsonFrame(FrameType.Done, done))
    state = { ...state, name: 'streaming' }
  }

  function isOver(): boolean {
    return state.name === 'over'
  }

  function fail(error: unknown): void {
    if (error instanceof StreamOwnedElsewhere) {
      refuse(MOVED)
      return
    }
    if (error instanceof FrameError) {
      refuse({
        code: error instanceof FrameLengthError ? 'limit' : 'protocol',
        message: `${error.message}.`,
      })
      return
    }
    log.error({ err: error }, 'A recorder could not be served')
    refuse({ code: 'internal', message: 'The server failed; connect again in a moment.' })
  }

  socket.on('data', (chunk: Buffer) => {
    receivedMs = nowMs()
    if (state.name === 'over') return
    const before = positionOf(state)
    try {
      read(chunk)
    } catch (error) {
      fail(error)
      return
    }
    const datagrams = positionOf(state) - before
    const recording = 'recording' in state ? state.recording : null
    applyBackpressure({ bytes: chunk.length, datagrams, atMs: receivedMs, recording }).catch(fail)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', leave)
  return refuse
}

function positionOf(state: State): number {
  return 'stream' in state ? state.stream.position : 0
}

function parse<T extends TSchema>(schema: T, { payload }: Frame): Static<T> {
  const value = readJsonPayload(payload)
  if (!Value.Check(schema, value)) throw new FrameError('A frame has not the shape it should have')
  return value
}

/** For the other parts of a Done frame. */
const REST_BYTES = 256

/**
 * The answer to Finish, with as many of the stream's newest sessions as a frame holds. Each session
 * was sent in its own Session frame before.
 */
export function createDone(acknowledged: number, sessions: readonly IngestedSession[]): Done {
  let left = FRAME_BYTES_MAX - REST_BYTES
  const fitting = sessions.toReversed().filter((session) => {
    left -= Buffer.byteLength(JSON.stringify(session)) + 1
    return left >= 0
  })
  return { acknowledged, sessions: fitting.toReversed() }
}

/** A whole race sent at once is slowed down to this. */
const DATAGRAMS_PER_SECOND = 40_000
const BYTES_PER_SECOND = 48 * 1024 * 1024
const POLL_MS = 100
/** With more bytes that wait for the disk the recorder has to wait as well. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024

interface ReceivedChunk {
  readonly bytes: number
  readonly datagrams: number
  readonly atMs: number
  /** Null before the stream has begun. */
  readonly recording: Recording | null
}

/** Pauses the socket of a recorder that is ahead of its limits, of the disk or of the storage. */
function createBackpressure(socket: Socket, startedMs: number) {
  const datagrams = createThroughputLimit(DATAGRAMS_PER_SECOND, startedMs)
  const bytes = createThroughputLimit(BYTES_PER_SECOND, startedMs)

  /** Resolves when the recorder's wait has been set. */
  return async ({ recording, atMs, ...taken }: ReceivedChunk): Promise<void> => {
    const waitMs = Math.max(
      bytes.take(taken.bytes, atMs),
      datagrams.take(taken.datagrams, atMs),
      recording?.waitMs() ?? 0,
    )
    const isDiskBehind = recording !== null && recording.pendingBytes() > PENDING_BYTES_MAX
    const isBehind = recording?.isBehind() ?? false
    if (waitMs <= 0 && !isDiskBehind && !isBehind) return
    socket.pause()
    if (isDiskBehind) await recording.sync()
    while (!socket.destroyed && recording?.isBehind()) await wait(POLL_MS, null, { ref: false })
    setTimeout(() => socket.resume(), waitMs)
  }
}
