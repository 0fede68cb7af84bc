import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
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
import { errorCode } from '../../../platform/diagnostics/errors.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { DiskSpace } from '../../../platform/files/disk-space.ts'
import { KEY_CHECK_MS } from './lease-tokens.ts'
import { type Ownership, StreamLost, StreamOwnedElsewhere } from '../../ownership/ownership.ts'
import type { StreamSession } from '../journal/journal-record.ts'
import type { IngestMetrics } from '../recordings/metrics.ts'
import type { Recording, Source } from '../recordings/recording.ts'
import type { Recordings } from '../recordings/recordings.ts'
import type { Stream } from '../recordings/streams.ts'
import { createBackpressure } from './backpressure.ts'
import { createConnectionLiveness } from './connection-liveness.ts'
import type { LeaseTokens } from './lease-tokens.ts'
import { ProxyFrame, ProxyRefused, joinSockets, type RecorderProxy } from './recorder-proxy.ts'

const HELLO_WITHIN_MS = 5_000
const DEAD_AFTER_MS = PING_INTERVAL_MS * 3
const CLOSE_WITHIN_MS = 2_000
/** After this, the recorder sends again what the second copy of the journal lacks. */
const WELCOME_WITHIN_MS = 1_000
/** The limit covers a Hello, and what another server that passes the connection on sends before it. */
const UNKNOWN_BYTES_MAX = 16 * 1024
/** The limit covers a Hello, and pings while a long journal is replayed. */
const EARLY_BYTES_MAX = 64 * 1024 + FRAME_BYTES_MAX
/** A recorder registers again before it reconnects, and then gets the other server's address. */
const MOVED: Refusal = {
  code: 'stopping',
  message: 'Another server receives this stream; register again.',
}

const JOURNAL_FAILED: Refusal = {
  code: 'internal',
  message: 'The server can not write its journal.',
}
/** The recorder stores what it would send. */
const FULL: Refusal = {
  code: 'full',
  message: 'The disk of the server is full; connect again later.',
}

export interface RecorderContext {
  readonly disk: Pick<DiskSpace, 'isLow' | 'isFull'>
  readonly recordings: Recordings
  readonly tokens: LeaseTokens
  readonly findOwner: Ownership['findOwner']
  readonly recorderProxy: RecorderProxy
  readonly isRevoked: (keyId: string) => Promise<boolean>
  readonly metrics: IngestMetrics
  readonly log: Log
  readonly nowMs: () => number
  /** Describes a session with the addresses at which it can be seen. */
  readonly describe: (session: StreamSession) => IngestedSession
}

/** The bytes arrived before Welcome: if another server is the owner, it has to get them. */
interface EarlyBytes {
  readonly chunks: Buffer[]
  length: number
}

interface CheckedKey {
  readonly id: string
  checkedMs: number
}

/** Each phase of a connection has what exists in it alone. */
type State =
  /** `wasPassed`: another server has passed the connection on. */
  | { readonly name: 'hello'; readonly early: EarlyBytes; readonly wasPassed: boolean }
  | {
      readonly name: 'opening'
      readonly early: EarlyBytes
      readonly wasPassed: boolean
      readonly key: CheckedKey
    }
  | {
      readonly name: 'streaming' | 'finishing'
      readonly key: CheckedKey
      readonly recording: Recording
      readonly stream: Stream
      readonly source: Source
    }
  | { readonly name: 'passed'; readonly far: Socket }
  | { readonly name: 'over' }

interface RecorderPeer {
  /** It is null for a server of this machine, which names the recorder's address. */
  readonly address: string | null
  readonly onAuthenticated: () => void
  /** It is called when another server has passed on the connection of a recorder with this address. */
  readonly onPassed: (address: string) => void
}

/** Serves one connection; the function it returns ends it with a reason. */
export function serveRecorder(
  context: RecorderContext,
  socket: Duplex,
  peer: RecorderPeer,
): (refusal: Refusal) => void {
  const { recordings, tokens, isRevoked, recorderProxy, metrics, log, nowMs, describe, disk } =
    context
  const handshake = recorderProxy.createHandshake()
  let state: State = { name: 'hello', early: { chunks: [], length: 0 }, wasPassed: false }
  const liveness = createConnectionLiveness(nowMs)
  const applyBackpressure = createBackpressure(socket, nowMs())
  const read = createFrameReader(take)
  const timer = setInterval(watch, PING_INTERVAL_MS / 5)
  const helloTimer = setTimeout(() => {
    if (state.name === 'hello') refuse({ code: 'protocol', message: 'No Hello came in time.' })
  }, HELLO_WITHIN_MS)

  function send(frame: Uint8Array): void {
    liveness.noteSent()
    if (socket.writable) socket.write(frame)
  }

  function refuse(refusal: Refusal, reason: string = refusal.code): void {
    if (state.name === 'over') return
    if (state.name === 'passed') {
      state.far.destroySoon()
      return
    }
    metrics.rejected.inc({ transport: 'tcp', reason })
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
    const peerState = liveness.check(socket.isPaused())
    if (peerState === 'dead') socket.destroy()
    else if (peerState === 'pingDue') send(encodeFrame(FrameType.Ping))
    if ('recording' in state && disk.isFull()) refuse(FULL)
    if (!('key' in state) || nowMs() - state.key.checkedMs < KEY_CHECK_MS) return
    state.key.checkedMs = nowMs()
    refuseRevoked(state.key.id).catch(fail)
  }

  async function refuseRevoked(id: string): Promise<void> {
    if (await isRevoked(id)) refuse({ code: 'token', message: 'The recorder key was revoked.' })
  }

  function take(frame: Frame): void {
    if (state.name === 'over' || frame.type === FrameType.Ping) return
    if (state.name === 'hello' && frame.type === FrameType.Hello) {
      open(parse(Hello, frame), state).catch(fail)
    } else if (state.name === 'hello' && frame.type === ProxyFrame.Start) {
      send(handshake.challenge(frame))
    } else if (state.name === 'hello' && frame.type === ProxyFrame.Proof) {
      peer.onPassed(handshake.readProof(frame))
      state = { ...state, wasPassed: true }
    } else if (state.name === 'streaming' && frame.type === FrameType.Datagram) {
      const { number, atMs, bytes } = readDatagramPayload(frame.payload)
      state.recording.push(state.stream, number, atMs, bytes)
    } else if (state.name === 'streaming' && frame.type === FrameType.Finish) {
      finish(parse(Finish, frame)).catch(fail)
    } else {
      throw new FrameError(`A frame of type ${frame.type} has no place here`)
    }
  }

  async function open(
    { version, token, streamId, firstNumber }: Hello,
    { early, wasPassed }: Extract<State, { name: 'hello' }>,
  ): Promise<void> {
    if (version !== INGEST_PROTOCOL_VERSION) {
      throw new FrameError(`This server speaks version ${INGEST_PROTOCOL_VERSION}`)
    }
    const holder = tokens.holderOf(token, nowMs())
    if (holder === null) {
      refuse({ code: 'token', message: 'The token is wrong or too old; register for a new one.' })
      return
    }
    if (disk.isLow()) {
      refuse(FULL)
      return
    }
    peer.onAuthenticated()
    const key = { id: holder.keyId, checkedMs: nowMs() }
    state = { name: 'opening', early, wasPassed, key }
    await refuseRevoked(holder.keyId)
    if (isOver()) return
    const recording = await recordings.open(holder.userId).catch((error: unknown) => {
      if (error instanceof StreamOwnedElsewhere) return null
      throw error
    })
    if (isOver()) return
    if (recording === null) {
      await passOn(holder.userId)
      return
    }
    const stream = recording.stream(streamId)
    const source: Source = {
      stream,
      replaced: () => refuse({ code: 'replaced', message: 'Another stream of this user began.' }),
      failed: () => refuse(disk.isLow() ? FULL : JOURNAL_FAILED),
      moved: () => refuse(MOVED),
      session: (session) => send(encodeJsonFrame(FrameType.Session, describe(session))),
      durable: (number) => send(encodeAcknowledgement(number)),
      // Only a recorder that retains datagrams knows the frame.
      ...(firstNumber !== undefined && { settled: sendSettled }),
    }
    recording.attach(source)
    state = { name: 'streaming', key, recording, stream, source }
    // The break may have been shorter than the wait for the disk.
    await recording.syncBoth(WELCOME_WITHIN_MS)
    if (isOver()) return
    if (firstNumber !== undefined) recording.startAt(stream, firstNumber)
    recording.settleStreams()
    const { durable, settled } = stream
    const welcome: Welcome = { resumeFrom: durable + 1, settled }
    send(encodeJsonFrame(FrameType.Welcome, welcome))
    for (const session of stream.sessions.values()) source.session(session)
    for (const known of recording.streams()) {
      if (known !== stream && known.settled > 0) source.settled?.(known)
    }
  }

  /**
   * Passes the recorder on to the owner's server, once at most: if servers disagree on the owner, the recorder
   * registers again.
   */
  async function passOn(userId: string): Promise<void> {
    const { address } = peer
    const mayPass = state.name === 'opening' && !state.wasPassed
    const owner = mayPass && address !== null ? await context.findOwner(userId) : null
    const far = owner && address ? await recorderProxy.open(owner, { userId, address }) : null
    if (!far || state.name !== 'opening') {
      far?.destroy()
      refuse(MOVED)
      return
    }
    const { chunks } = state.early
    leave()
    state = { name: 'passed', far }
    socket.removeAllListeners('data')
    for (const chunk of chunks) far.write(chunk)
    joinSockets(socket, far)
    metrics.passed.inc()
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
    while (!(await recording.syncBoth(DEAD_AFTER_MS))) if (isOver()) return
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
    if (error instanceof StreamLost) {
      refuse(MOVED)
      return
    }
    // The code is not `protocol`: a recorder that was passed on would give up.
    if (error instanceof ProxyRefused) {
      refuse(MOVED, 'hop')
      return
    }
    if (error instanceof FrameError) {
      refuse({
        code: error instanceof FrameLengthError ? 'limit' : 'protocol',
        message: `${error.message}.`,
      })
      return
    }
    if (['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) {
      log.warn({ code: errorCode(error) }, 'A recorder could not be served: the disk is full')
      refuse(FULL)
      return
    }
    log.error({ err: error }, 'A recorder could not be served')
    refuse({ code: 'internal', message: 'The server failed; connect again in a moment.' })
  }

  socket.on('data', (chunk: Buffer) => {
    const atMs = liveness.noteReceived()
    if (state.name === 'over') return
    const before = positionOf(state)
    try {
      if (state.name === 'hello') noteEarly(state.early, chunk, UNKNOWN_BYTES_MAX)
      else if (state.name === 'opening') noteEarly(state.early, chunk, EARLY_BYTES_MAX)
      read(chunk)
    } catch (error) {
      fail(error)
      return
    }
    const datagrams = positionOf(state) - before
    const recording = 'recording' in state ? state.recording : null
    applyBackpressure({ bytes: chunk.length, datagrams, atMs, recording }).catch(fail)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', leave)
  return refuse
}

function noteEarly(early: EarlyBytes, chunk: Buffer, bytesMax: number): void {
  early.length += chunk.length
  if (early.length > bytesMax) throw new FrameLengthError('Too much was sent before Welcome')
  early.chunks.push(chunk)
}

function positionOf(state: State): number {
  return 'stream' in state ? state.stream.position : 0
}

function parse<T extends TSchema>(schema: T, { payload }: Frame): Static<T> {
  const value = readJsonPayload(payload)
  if (!Value.Check(schema, value)) throw new FrameError('A frame has not the shape it should have')
  return value
}

/** The other parts of a Done frame take this much. */
const REST_BYTES = 256

/**
 * Returns the answer to Finish, with as many of the stream's newest sessions as a frame holds. Each session
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
