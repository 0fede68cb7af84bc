import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { Address } from './arguments.ts'
import { errorCode, errorText, Failure } from './failure.ts'
import { once } from 'node:events'

// The game sends bursts of ten datagrams a frame; the system may grant less.
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

/** Another program listens on the game's port. */
export class PortTaken extends Failure {}

/** Binds the port the game sends to; throws a `Failure` where it can't. */
export async function openGameSocket({ host, port }: Address): Promise<Socket> {
  const socket = createSocket('udp4')
  try {
    socket.bind(port, host)
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw createBindFailure(host, port, error)
  }
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES)
  } catch {
    // The system's default size has to suffice.
  }
  return socket
}

/** A port that is not free is tried again after this long. */
const PORT_RETRY_MS = 2_000

interface GameListener {
  /** It says why nothing is received at the moment; null while the port is open. */
  readonly warning: Failure | null
  close(): void
}

interface GameListenerOptions {
  readonly onMessage: (bytes: Uint8Array, from: RemoteInfo) => void
  readonly onOpen: () => void
  readonly print: (text: string) => void
  readonly retryMs?: number
}

/**
 * Listens on the game's port. While another program has it, or after the system has closed it (a machine that
 * slept, a network that went), it is tried again. Throws a `Failure` for an address that can't be listened on.
 */
export async function listenToGame(
  address: Address,
  { onMessage, onOpen, print, retryMs = PORT_RETRY_MS }: GameListenerOptions,
): Promise<GameListener> {
  let socket: Socket | null = null
  let warning: Failure | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function open(): Promise<void> {
    const opened = await openGameSocket(address)
    if (isClosed) {
      opened.close()
      return
    }
    socket = opened
    warning = null
    opened.on('message', onMessage)
    opened.on('error', (error) => {
      opened.close()
      socket = null
      retryLater(createBindFailure(address.host, address.port, error))
    })
    onOpen()
  }

  function retryLater(failure: Failure): void {
    if (isClosed) return
    if (warning?.message !== failure.message) {
      print(`${failure.message}; trying again`)
      print(failure.remedy)
    }
    warning = failure
    timer = setTimeout(() => {
      open().catch((error: unknown) => {
        retryLater(
          error instanceof Failure ? error : createBindFailure(address.host, address.port, error),
        )
      })
    }, retryMs)
  }

  try {
    await open()
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error
    retryLater(error)
  }
  return {
    get warning() {
      return warning
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}

export function createBindFailure(host: string, port: number, error: unknown): Failure {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new PortTaken(
      `UDP port ${port} is taken by another program`,
      'Stop that program, or let it forward the telemetry to another port and give that one with --listen.',
    )
  }
  if (code === 'EACCES') {
    return new Failure(`You may not listen on port ${port}`, 'Take a port above 1023.')
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EINVAL') {
    return new Failure(
      `${host} is not an address of this machine`,
      'Leave --host out for all of them.',
    )
  }
  return new Failure(`Port ${port} cannot be opened: ${errorText(error)}`, 'Try another --listen.')
}

export interface Forwarder {
  forward(bytes: Uint8Array): void
  /** Replaces the targets; throws a `Failure` and changes nothing where one can't be a target. */
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
