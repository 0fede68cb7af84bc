import type { RemoteInfo, Socket } from 'node:dgram'
import { once } from 'node:events'
import { createSenders } from '@pitboard/telemetry/thinning/senders'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { Log } from '../../../platform/diagnostics/log.ts'
import { createThroughputLimit } from '../../../platform/limits/token-buckets.ts'
import { type IngestMetrics, rejectReasonOf } from '../recordings/metrics.ts'
import type { Recording, Source } from '../recordings/recording.ts'
import type { Recordings } from '../recordings/recordings.ts'
import { KEY_CHECK_MS } from './lease-tokens.ts'
import { StreamOwnedElsewhere } from '../../ownership/ownership.ts'
import type { StoredLease } from './stored-leases.ts'

/** A lease that never got a datagram ends after this long; registering again begins it again. */
export const FIRST_DATAGRAM_MS = 60_000
/** A lease ends after this long without a datagram. */
const LEASE_IDLE_MS = 15 * 60_000
const WATCH_MS = 1_000
/** A game that pauses for this long gets what the thinner holds back. */
const FLUSH_AFTER_MS = 1_000
/** The database learns at this interval that datagrams still arrive. */
const SAVE_EVERY_MS = 60_000
/** The game sends about 500 a second; a race that is played back may be faster. */
const DATAGRAMS_PER_SECOND = 20_000
const BYTES_PER_SECOND = 32 * 1024 * 1024
/** A stream is free ten seconds after its owner's last heartbeat. */
const TAKEOVER_WITHIN_MS = 15_000
const TAKEOVER_POLL_MS = 500
/**
 * This many bytes are about 50 seconds of thinned datagrams, which is as long as the replay of a long race
 * takes.
 */
const WAITING_BYTES_MAX = 2 * 1024 * 1024

export interface UdpLeaseContext {
  readonly recordings: Pick<Recordings, 'open'>
  readonly isRevoked: (keyId: string) => Promise<boolean>
  readonly metrics: IngestMetrics
  readonly log: Log
  readonly nowMs: () => number
}

interface UdpLeaseOptions {
  readonly socket: Socket
  readonly stored: StoredLease
  /** It is called when datagrams still arrive, or the lease was registered again. */
  readonly onChange: (stored: StoredLease) => void
  readonly onEnd: () => void
}

export interface UdpLease {
  readonly address: string
  readonly port: number
  /** Renews the lease, which was registered again with this key. */
  renew(keyId: string): void
  /** Ends the lease: its user loses the port. */
  end(): Promise<void>
  /** Closes the lease because the server stops; the next one binds the port again. */
  close(): Promise<void>
}

interface WaitingDatagram {
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** Each phase of a lease has what exists in it alone. */
type State =
  /** No datagram has ever come; registering again begins this phase again. */
  | { readonly name: 'unused'; readonly sinceMs: number }
  /** A game has sent to the process that had the port before, and not yet to this one. */
  | { readonly name: 'restored'; readonly receivedMs: number }
  /** The recording is being opened, and datagrams wait for it. */
  | {
      readonly name: 'opening'
      readonly waiting: WaitingDatagram[]
      waitingBytes: number
      receivedMs: number
      isAttempting: boolean
      /** It is null where the first attempt is not answered yet. */
      failingSinceMs: number | null
    }
  | { readonly name: 'recording'; readonly recording: Recording; receivedMs: number }
  | { readonly name: 'over' }
type Opening = Extract<State, { name: 'opening' }>
type Taking = Opening | Extract<State, { name: 'recording' }>

/** Creates one leased port, which takes what a game sends from the address that registered it. */
export function createUdpLease(
  { recordings, isRevoked, metrics, log, nowMs }: UdpLeaseContext,
  { socket, stored, onChange, onEnd }: UdpLeaseOptions,
): UdpLease {
  const { userId, address, port } = stored
  let state: State = firstState(stored, nowMs())
  let saved = { lease: stored, atMs: stored.receivedAtMs ?? -Infinity }
  let keyCheckedMs = nowMs()
  const senders = createSenders()
  const thinner = createThinner()
  const datagrams = createThroughputLimit(DATAGRAMS_PER_SECOND, nowMs())
  const bytes = createThroughputLimit(BYTES_PER_SECOND, nowMs())
  const source: Source = {
    stream: null,
    replaced: endSafely,
    failed: endSafely,
    moved: endSafely,
    session: () => undefined,
    durable: () => undefined,
  }
  const timer = setInterval(() => attempt(watch), WATCH_MS)

  function reject(reason: string): void {
    metrics.rejected.inc({ transport: 'udp', reason })
  }

  function take(datagram: Buffer, from: RemoteInfo): void {
    if (normalizeAddress(from.address) !== address) {
      reject('address')
      return
    }
    const now = nowMs()
    if (datagrams.take(1, now) > 0 || bytes.take(datagram.length, now) > 0) {
      reject('limit')
      return
    }
    if (state.name === 'recording' && isLate(state.recording)) {
      reject('sessions')
      return
    }
    const reason = rejectReasonOf(datagram)
    if (reason !== null) {
      reject(reason)
      return
    }
    const phase = noteReceived(now)
    if (!phase) return
    if (now - saved.atMs >= SAVE_EVERY_MS) save()
    // Registering alone takes nothing from a stream that is running; a datagram does.
    if (phase.name === 'opening' && !phase.isAttempting) void open(phase)
    // All consoles of a household have one address.
    for (const sent of senders.push(datagram, from, now)) {
      for (const thinned of thinner.push(sent, now)) push(phase, thinned)
    }
  }

  /** Returns the phase that takes a datagram of this time; null where the lease is over. */
  function noteReceived(receivedMs: number): Taking | null {
    if (state.name === 'over') return null
    if (state.name === 'unused' || state.name === 'restored') {
      state = {
        name: 'opening',
        waiting: [],
        waitingBytes: 0,
        receivedMs,
        isAttempting: false,
        failingSinceMs: null,
      }
    } else state.receivedMs = receivedMs
    return state
  }

  /**
   * Opens the recording. After a restart this waits for the replay of the journal; the datagrams wait as
   * well.
   */
  async function open(opening: Opening): Promise<void> {
    opening.isAttempting = true
    try {
      attach(await recordings.open(userId))
    } catch (error) {
      // The owner may have ended; this server takes over once that is certain.
      opening.failingSinceMs ??= nowMs()
      const isWaiting = nowMs() - opening.failingSinceMs < TAKEOVER_WITHIN_MS
      if (error instanceof StreamOwnedElsewhere && isWaiting) {
        setTimeout(() => (opening.isAttempting = false), TAKEOVER_POLL_MS).unref()
        return
      }
      logFailure(error)
      endSafely()
    }
  }

  function attach(opened: Recording): void {
    if (state.name !== 'opening' && state.name !== 'recording') return
    if (state.name === 'recording' && state.recording === opened) return
    const waiting = state.name === 'opening' ? state.waiting : []
    const phase: Taking = { name: 'recording', recording: opened, receivedMs: state.receivedMs }
    state = phase
    opened.attach(source)
    for (const datagram of waiting) push(phase, datagram)
  }

  function push(phase: State, { atMs, bytes }: WaitingDatagram): void {
    if (phase.name === 'opening') {
      phase.waitingBytes += bytes.length
      if (phase.waitingBytes > WAITING_BYTES_MAX) reject('replay')
      else phase.waiting.push({ atMs, bytes })
    }
    if (phase.name !== 'recording') return
    try {
      phase.recording.push(null, 0, atMs, bytes)
    } catch (error) {
      log.error({ err: error }, 'A datagram could not be stored')
      endSafely()
    }
  }

  function flush(phase: State): void {
    for (const thinned of thinner.flush()) push(phase, thinned)
  }

  function save(change: Partial<Pick<StoredLease, 'keyId' | 'leasedAtMs'>> = {}): void {
    const receivedAtMs = receivedAt(state, saved.lease)
    saved = { lease: { ...saved.lease, ...change, receivedAtMs }, atMs: nowMs() }
    onChange(saved.lease)
  }

  function watch(): void {
    const phase = state
    if (phase.name === 'over') return
    const silentMs = nowMs() - (phase.name === 'unused' ? phase.sinceMs : phase.receivedMs)
    if (silentMs >= FLUSH_AFTER_MS) flush(phase)
    if (silentMs >= (phase.name === 'unused' ? FIRST_DATAGRAM_MS : LEASE_IDLE_MS)) endSafely()
    // One that failed was closed, and opening it again reads its journal.
    else if (phase.name === 'recording') recordings.open(userId).then(attach).catch(endSafely)
    if (nowMs() - keyCheckedMs < KEY_CHECK_MS) return
    keyCheckedMs = nowMs()
    endRevoked().catch(logFailure)
  }

  async function endRevoked(): Promise<void> {
    const { keyId } = saved.lease
    if ((await isRevoked(keyId)) && keyId === saved.lease.keyId) await end()
  }

  async function end(): Promise<void> {
    if (state.name === 'over') return
    const closed = close()
    onEnd()
    await closed
  }

  async function close(): Promise<void> {
    const last = state
    if (last.name === 'over') return
    state = { name: 'over' }
    clearInterval(timer)
    attempt(() => flush(last))
    attempt(() => {
      if (last.name === 'recording') last.recording.detach(source)
    })
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }

  function endSafely(): void {
    end().catch(logFailure)
  }

  /** Runs a step in a timer or listener, where an exception would end the server. */
  function attempt(step: () => void): void {
    try {
      step()
    } catch (error) {
      logFailure(error)
      endSafely()
    }
  }

  function logFailure(error: unknown): void {
    log.error({ err: error, userId }, 'A leased port failed')
  }

  socket.on('message', (datagram, from) => attempt(() => take(datagram, from)))
  socket.on('error', (error) => {
    logFailure(error)
    endSafely()
  })
  return {
    address,
    port,
    renew(by) {
      if (state.name === 'unused') state = { name: 'unused', sinceMs: nowMs() }
      save({ keyId: by, leasedAtMs: nowMs() })
    },
    end,
    async close() {
      if (state.name !== 'over' && state.name !== 'unused') save()
      await close()
    },
  }
}

/**
 * Returns the first state of a stored lease. After a restart a game has at least a minute, however long the
 * server was away.
 */
function firstState({ receivedAtMs }: StoredLease, nowMs: number): State {
  if (receivedAtMs === null) return { name: 'unused', sinceMs: nowMs }
  const receivedMs = Math.max(receivedAtMs, nowMs - LEASE_IDLE_MS + FIRST_DATAGRAM_MS)
  return { name: 'restored', receivedMs }
}

/** Returns when the game sent last; null where it never has. */
function receivedAt(state: State, saved: StoredLease): number | null {
  if (state.name === 'over') return saved.receivedAtMs
  return state.name === 'unused' ? null : state.receivedMs
}

function isLate(recording: Recording): boolean {
  return recording.isBehind() || recording.waitMs() > 0
}

/** Removes the prefix that IPv6 sockets put before an IPv4 address. */
export function normalizeAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
