import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { PortRange } from '../../../platform/config/config-readers.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import type { TokenHolder } from './lease-tokens.ts'
import type { StoredLease, StoredLeases } from './stored-leases.ts'
import {
  createUdpLease,
  normalizeAddress,
  type UdpLease,
  type UdpLeaseContext,
} from './udp-lease.ts'

/** One address may have a part of the ports, so that it cannot take all. */
const PORTS_SHARE = 4
const PORTS_PER_NETWORK_MAX = 24
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

interface UdpLeasesContext extends UdpLeaseContext {
  readonly stored: StoredLeases
  readonly host: string
  readonly ports: PortRange
}

export interface UdpLeases {
  /** Binds the ports again that were leased when the server stopped. */
  restore(): Promise<void>
  /** Binds the ports of processes with the same DATA_DIR that have ended, so that their consoles continue. */
  adopt(isRunning: (nodeId: string) => Promise<boolean>): Promise<void>
  /** Returns the port for this user and address; null where none is free. */
  lease(holder: TokenHolder, address: string): Promise<number | null>
  /** Closes the ports; the leases continue with the next start. */
  close(): Promise<void>
}

/** Each leased port takes what a game sends, from the address that registered alone. */
export function createUdpLeases(context: UdpLeasesContext): UdpLeases {
  const { stored, host, ports, log, nowMs } = context
  const byUser = new Map<string, Promise<UdpLease | null>>()
  const networks = new Map<string, string>()

  async function replace(
    holder: TokenHolder,
    address: string,
    onEnd: () => void,
  ): Promise<UdpLease | null> {
    const before = await byUser.get(holder.userId)
    if (before?.address === address) {
      before.renew(holder.keyId)
      return before
    }
    await before?.end()
    if (countLeases(address) >= portsPerNetwork(ports)) return null
    const socket = await bindFree(host, ports)
    if (!socket) return null
    const { port } = socket.address()
    const begun = { ...holder, port, address, leasedAtMs: nowMs(), receivedAtMs: null }
    stored.save(begun)
    return open(socket, begun, onEnd)
  }

  /** Binds the port that another process had. */
  async function continueLease(lease: StoredLease): Promise<void> {
    const { port, userId, address } = lease
    const socket = isWithin(ports, port) ? await bind(host, port) : null
    if (!socket) {
      log.warn({ port, userId }, 'A leased port cannot be bound again: its lease has ended')
      stored.remove(lease)
      return
    }
    const before = byUser.get(userId)
    await add(userId, address, async (onEnd) => {
      await (await before?.catch(() => null))?.end()
      return open(socket, lease, onEnd)
    })
  }

  function open(socket: Socket, lease: StoredLease, onEnd: () => void): UdpLease {
    return createUdpLease(context, {
      socket,
      stored: lease,
      onChange: stored.save,
      onEnd() {
        stored.remove(lease)
        onEnd()
      },
    })
  }

  /** Counts the leases of an address, including those that are being made. */
  function countLeases(address: string): number {
    const network = networkOf(address)
    return [...networks.values()].filter((other) => other === network).length - 1
  }

  function add(
    userId: string,
    address: string,
    make: (onEnd: () => void) => Promise<UdpLease | null>,
  ) {
    const forget = () => {
      if (byUser.get(userId) !== leasing) return
      byUser.delete(userId)
      networks.delete(userId)
    }
    const leasing: Promise<UdpLease | null> = make(forget)
    byUser.set(userId, leasing)
    networks.set(userId, networkOf(address))
    leasing.then((lease) => {
      if (!lease) forget()
    }, forget)
    return leasing
  }

  return {
    async restore() {
      for (const lease of await stored.list()) await continueLease(lease)
    },
    async adopt(isRunning) {
      for (const nodeId of await stored.findSilentNodes()) {
        if (await isRunning(nodeId)) continue
        for (const lease of await stored.claim(nodeId)) await continueLease(lease)
      }
    },
    async lease(holder, from) {
      const address = normalizeAddress(from)
      const lease = await add(holder.userId, address, (onEnd) => replace(holder, address, onEnd))
      // A lease that was answered must survive a crash.
      await stored.settled()
      return lease?.port ?? null
    },
    async close() {
      for (const leasing of byUser.values()) {
        const lease = await leasing.catch(() => null)
        await lease?.close()
      }
      await stored.settled()
    },
  }
}

async function bindFree(host: string, { first, last }: PortRange): Promise<Socket | null> {
  for (let port = first; port <= last; port++) {
    const socket = await bind(host, port)
    if (socket) return socket
  }
  return null
}

/** Binds a port; returns null where another program has it. */
async function bind(host: string, port: number): Promise<Socket | null> {
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
    return null
  }
}

function isWithin({ first, last }: PortRange, port: number): boolean {
  return first === 0 || (port >= first && port <= last)
}

function portsPerNetwork({ first, last }: PortRange): number {
  const share = first === 0 ? PORTS_PER_NETWORK_MAX : Math.floor((last - first + 1) / PORTS_SHARE)
  return Math.max(1, Math.min(PORTS_PER_NETWORK_MAX, share))
}
