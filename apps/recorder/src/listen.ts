import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Address } from './arguments.ts'
import { errorCode, errorText, Failure } from './failure.ts'

// The game sends bursts of ten datagrams a frame; the system may grant less.
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

/** Binds the port the game sends to; throws a `Failure` where it can't. */
export async function listen({ host, port }: Address): Promise<Socket> {
  const socket = createSocket('udp4')
  try {
    socket.bind(port, host)
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw bindFailure(host, port, error)
  }
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES)
  } catch {
    // The system's own size has to do.
  }
  return socket
}

function bindFailure(host: string, port: number, error: unknown): Failure {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new Failure(
      `UDP port ${port} is taken by another program`,
      'Stop that program, or let it forward the telemetry to another port and give that one with --listen.',
    )
  }
  if (code === 'EACCES') {
    return new Failure(`You may not listen on port ${port}`, 'Take a port above 1023.')
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EINVAL') {
    return new Failure(`${host} is no address of this machine`, 'Leave --host out for all of them.')
  }
  return new Failure(`Port ${port} cannot be opened: ${errorText(error)}`, 'Try another --listen.')
}
