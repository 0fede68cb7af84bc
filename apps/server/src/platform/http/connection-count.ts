import { networkOf } from './client-address.ts'

/** How many connections each address has; one of IPv6 counts as the network it is of. */
export interface ConnectionCount {
  isFull(address: string): boolean
  add(address: string): void
  remove(address: string): void
}

/** Addresses of this machine are not counted: there a proxy speaks for everyone. */
export function createConnectionCount(perAddressMax: number): ConnectionCount {
  const byAddress = new Map<string, number>()

  const count = (address: string) => byAddress.get(networkOf(address)) ?? 0

  return {
    isFull: (address) => !isLoopback(address) && count(address) >= perAddressMax,
    add: (address) => void byAddress.set(networkOf(address), count(address) + 1),
    remove(address) {
      const left = count(address) - 1
      if (left > 0) byAddress.set(networkOf(address), left)
      else byAddress.delete(networkOf(address))
    },
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}
