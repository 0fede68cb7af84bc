import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { Address } from './arguments.ts'
import { errorCode, Failure } from './failure.ts'

export interface Forwarder {
  forward(bytes: Uint8Array): void
  /** From now on to these; throws a `Failure` and leaves it as it was where one can't be a target. */
  forwardTo(targets: readonly Address[]): Promise<void>
  close(): void
}

/** Passes datagrams on as they came. Throws a `Failure` for a target that can't be one. */
export async function createForwarder(
  targets: readonly Address[],
  listening: Address,
  onNote: (text: string) => void,
): Promise<Forwarder> {
  let resolved = await resolveTargets(targets, listening)
  const socket = createSocket('udp4')
  const failed = new Set<Address>()
  socket.on('error', (error) => onNote(`forwarding: ${error.message}`))
  return {
    forward(bytes) {
      for (const target of resolved) {
        socket.send(bytes, target.port, target.host, (error) => {
          if (error === null || failed.has(target)) return
          failed.add(target)
          onNote(`${target.host}:${target.port} takes no datagrams (${errorCode(error)})`)
        })
      }
    },
    async forwardTo(wanted) {
      resolved = await resolveTargets(wanted, listening)
    },
    close: () => socket.close(),
  }
}

async function resolveTargets(
  targets: readonly Address[],
  listening: Address,
): Promise<readonly Address[]> {
  const resolved = await Promise.all(targets.map(resolveTarget))
  for (const { host, port } of resolved) {
    if (port !== listening.port || !(host.startsWith('127.') || host === listening.host)) continue
    throw new Failure(
      `--forward ${host}:${port} is the port this recorder listens on`,
      'Forward to another port.',
    )
  }
  return resolved
}

async function resolveTarget({ host, port }: Address): Promise<Address> {
  try {
    return { host: (await lookup(host, { family: 4 })).address, port }
  } catch {
    throw new Failure(`--forward ${host} has no IPv4 address`, 'Check the name.')
  }
}
