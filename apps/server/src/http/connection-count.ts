/** How many connections each address has. */
export interface ConnectionCount {
  isFull(address: string): boolean
  add(address: string): void
  remove(address: string): void
}

/** Addresses of this machine are not counted: there a proxy speaks for everyone. */
export function createConnectionCount(perAddressMax: number): ConnectionCount {
  const byAddress = new Map<string, number>()

  return {
    isFull: (address) => !isLoopback(address) && (byAddress.get(address) ?? 0) >= perAddressMax,
    add: (address) => void byAddress.set(address, (byAddress.get(address) ?? 0) + 1),
    remove(address) {
      const left = (byAddress.get(address) ?? 0) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    },
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}
