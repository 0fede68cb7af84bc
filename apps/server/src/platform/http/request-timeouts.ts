import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionError, FastifyRequest } from 'fastify'
import { plainProblem } from './problems.ts'

const STATUS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
}

/** Answers a malformed request, as Node and Fastify do, and closes the connection. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (isExemptTimeout(error, socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, detail] = STATUS[error.code] ?? [400, 'This is not an HTTP request.']
  const problem = plainProblem(status, detail, '/')
  const body = JSON.stringify(problem)
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${problem.title}`,
      'connection: close',
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}

const long = new WeakSet<Duplex>()

/** Exempts a body from the timeout: its reader watches the progress. */
export function exemptFromTimeout(request: FastifyRequest): void {
  const { socket } = request.raw
  long.add(socket)
  request.raw.once('close', () => long.delete(socket))
}

/** Whether the error is the timeout of an exempt request. */
function isExemptTimeout(error: Error, socket: Duplex): boolean {
  return 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.has(socket)
}
