import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { networkOf } from '../../../platform/http/client-address.ts'
import type { PortRange } from '../../../platform/config/config-readers.ts'
import type { Log } from '../../../platform/diagnostics/log.ts'
import { rejectReasonOf } from '../recordings/metrics.ts'
import { KEY_CHECK_MS } from './lease-tokens.ts'
import type { IngestMetrics } from '../recordings/metrics.ts'
import { createThroughputLimit } from '../../../platform/limits/token-buckets.ts'
import type { Recording, Source } from '../recordings/recording.ts'
import type { Recordings } from '../recordings/recordings.ts'
import type { TokenHolder } from './lease-tokens.ts'

/** A lease that never got a datagram ends after so long; registering again begins it again. */
export const FIRST_DATAGRAM_MS = 60_000
/** Of the ports one address may have a part, so that it cannot take all. */
const PORTS_SHARE = 4
const PORTS_PER_NETWORK_MAX = 24
/** A lease ends after so long without a datagram. */
const LEASE_IDLE_MS = 15 * 60_000
const WATCH_MS = 1_000
/** What the thinner holds back is let go when the game pauses. */
const FLUSH_AFTER_MS = 1_000
/** The game sends about 500 a second; faster is for a race that is played back. */
const DATAGRAMS_PER_SECOND = 20_000
const BYTES_PER_SECOND = 32 * 1024 * 1024
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

interface UdpContext {
  readonly recordings: Recordings
  readonly isRevoked: (keyId: string) => Promise<boolean>
  readonly metrics: IngestMetrics
  readonly log: Log
  readonly nowMs: () => number
  readonly host: string
  readonly ports: PortRange
}

export interface UdpLeases {
  /** The port for this user and address; null where none is free. */
  lease(holder: TokenHolder, address: string): Promise<number | null>
  close(): Promise<void>
}

interface UdpLease {
  readonly address: string
  readonly port: number
  /** It was registered again, with this key. */
  renew(keyId: string): void
  end(): Promise<void>
}

/** Leased ports that take what a game sends, from the address that registered alone. */
export function createUdpLeases(context: UdpContext): UdpLeases {
  const byUser = new Map<string, Promise<UdpLease | null>>()
  const networks = new Map<string, string>()

  async function replace(
    { userId, keyId }: TokenHolder,
    address: string,
    onEnd: () => void,
  ): Promise<UdpLease | null> {
    const before = await byUser.get(userId)
    if (before?.address === address) {
      before.renew(keyId)
      return before
    }
    await before?.end()
    if (countLeases(address) >= portsPerNetwork(context.ports)) return null
    const recording = await context.recordings.open(userId)
    const socket = await bindFree(context.host, context.ports)
    if (!socket) return null
    return createLease(context, recording, { socket, address, keyId, onEnd })
  }

  /** Those being made count as well. */
  function countLeases(address: string): number {
    const network = networkOf(address)
    return [...networks.values()].filter((other) => other === network).length - 1
  }

  return {
    async lease(holder, address) {
      const { userId } = holder
      const forget = () => {
        if (byUser.get(userId) !== leasing) return
        byUser.delete(userId)
        networks.delete(userId)
      }
      const leasing = replace(holder, normalizeAddress(address), forget)
      byUser.set(userId, leasing)
      networks.set(userId, networkOf(normalizeAddress(address)))
      try {
        const lease = await leasing
        if (!lease) forget()
        return lease?.port ?? null
      } catch (error) {
        forget()
        throw error
      }
    },
    async close() {
      for (const leasing of byUser.values()) {
        const lease = await leasing.catch(() => null)
        await lease?.end()
      }
    },
  }
}

interface Leased {
  readonly socket: Socket
  readonly address: string
  readonly keyId: string
  readonly onEnd: () => void
}

function createLease(
  { recordings, isRevoked, metrics, log, nowMs }: UdpContext,
  opened: Recording,
  leased: Leased,
): UdpLease {
  const { socket, address, onEnd } = leased
  let { keyId } = leased
  let keyCheckedMs = nowMs()
  const thinner = createThinner()
  let recording = opened
  const datagrams = createThroughputLimit(DATAGRAMS_PER_SECOND, nowMs())
  const bytes = createThroughputLimit(BYTES_PER_SECOND, nowMs())
  let receivedMs = nowMs()
  let attached = false
  let isUsed = false
  let ended = false
  const source: Source = {
    stream: null,
    replaced: endSafely,
    failed: endSafely,
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
    if (recording.isBehind() || recording.waitMs() > 0) {
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
    // Registering alone takes nothing from a stream that is running; a datagram does.
    if (!attached) recording.attach(source)
    attached = true
    for (const thinned of thinner.push(datagram, now)) push(thinned.atMs, thinned.bytes)
  }

  function push(atMs: number, bytes: Uint8Array): void {
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

  function watch(): void {
    const silentMs = nowMs() - receivedMs
    if (silentMs >= FLUSH_AFTER_MS) flush()
    if (silentMs >= (isUsed ? LEASE_IDLE_MS : FIRST_DATAGRAM_MS)) endSafely()
    else keepOpen().catch(endSafely)
    if (nowMs() - keyCheckedMs < KEY_CHECK_MS) return
    keyCheckedMs = nowMs()
    endRevoked().catch(logFailure)
  }

  async function endRevoked(): Promise<void> {
    const asked = keyId
    if ((await isRevoked(asked)) && asked === keyId) await end()
  }

  /** An unused recording may have been closed meanwhile. */
  async function keepOpen(): Promise<void> {
    recording = await recordings.open(opened.userId)
  }

  async function end(): Promise<void> {
    if (ended) return
    ended = true
    clearInterval(timer)
    onEnd()
    attempt(flush)
    attempt(() => recording.detach(source))
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }

  function endSafely(): void {
    end().catch(logFailure)
  }

  /** For what runs in a timer or listener: an exception there would end the server. */
  function attempt(step: () => void): void {
    try {
      step()
    } catch (error) {
      logFailure(error)
      endSafely()
    }
  }

  function logFailure(error: unknown): void {
    log.error({ err: error, userId: opened.userId }, 'A leased port failed')
  }

  socket.on('message', (datagram, from) => attempt(() => take(datagram, from)))
  socket.on('error', (error) => {
    logFailure(error)
    endSafely()
  })
  const renew = (by: string) => {
    keyId = by
    if (!isUsed) receivedMs = nowMs()
  }
  return { address, port: socket.address().port, renew, end }
}

async function bindFree(host: string, { first, last }: PortRange): Promise<Socket | null> {
  for (let port = first; port <= last; port++) {
    const socket = createSocket({
      type: host.includes(':') ? 'udp6' : 'udp4',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
    })
    try {
      socket.bind({ port, address: host, exclusive: true })
      await once(socket, 'listening')
      return socket
    } catch {
      socket.close()
    }
  }
  return null
}

function portsPerNetwork({ first, last }: PortRange): number {
  const share = first === 0 ? PORTS_PER_NETWORK_MAX : Math.floor((last - first + 1) / PORTS_SHARE)
  return Math.max(1, Math.min(PORTS_PER_NETWORK_MAX, share))
}

/** An IPv4 address without the prefix of IPv6 sockets. */
function normalizeAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
