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

/** A lease that never got a datagram ends after so long; registering again begins it again. */
export const FIRST_DATAGRAM_MS = 60_000
/** A lease ends after so long without a datagram. */
const LEASE_IDLE_MS = 15 * 60_000
const WATCH_MS = 1_000
/** What the thinner holds back is let go when the game pauses. */
const FLUSH_AFTER_MS = 1_000
/** How often the database learns that datagrams still arrive. */
const SAVE_EVERY_MS = 60_000
/** The game sends about 500 a second; faster is for a race that is played back. */
const DATAGRAMS_PER_SECOND = 20_000
const BYTES_PER_SECOND = 32 * 1024 * 1024
/** A stream is free ten seconds after its owner's last heartbeat. */
const TAKEOVER_WITHIN_MS = 15_000
const TAKEOVER_POLL_MS = 500
/** Thinned datagrams of some 50 seconds, for the replay of a long race. */
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
  /** Datagrams still arrive, or it was registered again. */
  readonly onChange: (stored: StoredLease) => void
  readonly onEnd: () => void
}

export interface UdpLease {
  readonly address: string
  readonly port: number
  /** It was registered again, with this key. */
  renew(keyId: string): void
  /** Its user loses the port. */
  end(): Promise<void>
  /** The server stops: the next one binds the port again. */
  close(): Promise<void>
}

/** One leased port, which takes what a game sends from the address that registered it. */
export function createUdpLease(
  { recordings, isRevoked, metrics, log, nowMs }: UdpLeaseContext,
  { socket, stored, onChange, onEnd }: UdpLeaseOptions,
): UdpLease {
  const { userId, address, port } = stored
  let { keyId, leasedAtMs } = stored
  let keyCheckedMs = nowMs()
  const senders = createSenders()
  const thinner = createThinner()
  let recording: Recording | null = null
  let opening: Promise<void> | null = null
  let ownedElsewhereSinceMs: number | null = null
  const waiting: { readonly atMs: number; readonly bytes: Uint8Array }[] = []
  let waitingBytes = 0
  const datagrams = createThroughputLimit(DATAGRAMS_PER_SECOND, nowMs())
  const bytes = createThroughputLimit(BYTES_PER_SECOND, nowMs())
  let isUsed = stored.receivedAtMs !== null
  let receivedMs = timeOfLastUse(stored, nowMs())
  let savedMs = stored.receivedAtMs ?? -Infinity
  let isOver = false
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
    if (recording && (recording.isBehind() || recording.waitMs() > 0)) {
      reject('sessions')
      return
    }
    const reason = rejectReasonOf(datagram)
    if (reason !== null) {
      reject(reason)
      return
    }
    receivedMs = now
    isUsed = true
    if (now - savedMs >= SAVE_EVERY_MS) save()
    // Registering alone takes nothing from a stream that is running; a datagram does.
    opening ??= open()
    // Behind one address are all consoles of a household.
    for (const sent of senders.push(datagram, from, now)) {
      for (const thinned of thinner.push(sent, now)) push(thinned.atMs, thinned.bytes)
    }
  }

  /** After a restart this waits for the replay of the journal; the datagrams wait as well. */
  async function open(): Promise<void> {
    try {
      attach(await recordings.open(userId))
      ownedElsewhereSinceMs = null
    } catch (error) {
      // Its owner may have ended, and this server takes over once that is certain.
      ownedElsewhereSinceMs ??= nowMs()
      const isWaiting = nowMs() - ownedElsewhereSinceMs < TAKEOVER_WITHIN_MS
      if (error instanceof StreamOwnedElsewhere && isWaiting) {
        setTimeout(() => (opening = null), TAKEOVER_POLL_MS).unref()
        return
      }
      logFailure(error)
      endSafely()
    }
  }

  function attach(opened: Recording): void {
    if (isOver || opened === recording) return
    recording = opened
    opened.attach(source)
    for (const { atMs, bytes } of waiting.splice(0)) push(atMs, bytes)
  }

  function push(atMs: number, bytes: Uint8Array): void {
    if (!recording) {
      waitingBytes += bytes.length
      if (waitingBytes > WAITING_BYTES_MAX) reject('replay')
      else waiting.push({ atMs, bytes })
      return
    }
    try {
      recording.push(null, 0, atMs, bytes)
    } catch (error) {
      log.error({ err: error }, 'A datagram could not be stored')
      endSafely()
    }
  }

  function flush(): void {
    for (const thinned of thinner.flush()) push(thinned.atMs, thinned.bytes)
  }

  function save(): void {
    savedMs = nowMs()
    onChange({ ...stored, keyId, leasedAtMs, receivedAtMs: isUsed ? receivedMs : null })
  }

  function watch(): void {
    const silentMs = nowMs() - receivedMs
    if (silentMs >= FLUSH_AFTER_MS) flush()
    if (silentMs >= (isUsed ? LEASE_IDLE_MS : FIRST_DATAGRAM_MS)) endSafely()
    // One that failed was closed, and opening it again reads its journal.
    else if (recording) recordings.open(userId).then(attach).catch(endSafely)
    if (nowMs() - keyCheckedMs < KEY_CHECK_MS) return
    keyCheckedMs = nowMs()
    endRevoked().catch(logFailure)
  }

  async function endRevoked(): Promise<void> {
    const asked = keyId
    if ((await isRevoked(asked)) && asked === keyId) await end()
  }

  async function end(): Promise<void> {
    if (isOver) return
    const closed = close()
    onEnd()
    await closed
  }

  async function close(): Promise<void> {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    attempt(flush)
    attempt(() => recording?.detach(source))
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }

  function endSafely(): void {
    end().catch(logFailure)
  }

  /** Runs in a timer or listener: an exception there would end the server. */
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
      keyId = by
      leasedAtMs = nowMs()
      if (!isUsed) receivedMs = nowMs()
      save()
    },
    end,
    async close() {
      if (!isOver && isUsed) save()
      await close()
    },
  }
}

/** After a restart a game has at least a minute, however long the server was away. */
function timeOfLastUse({ receivedAtMs }: StoredLease, nowMs: number): number {
  if (receivedAtMs === null) return nowMs
  return Math.max(receivedAtMs, nowMs - LEASE_IDLE_MS + FIRST_DATAGRAM_MS)
}

/** An IPv4 address without the prefix of IPv6 sockets. */
export function normalizeAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
