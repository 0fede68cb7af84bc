import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Duplex } from 'node:stream'
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

/** Returns whether the error is the timeout of an exempt request. */
function isExemptTimeout(error: Error, socket: Duplex): boolean {
  return 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.has(socket)
}

const DRAINS_WITHIN_MS = 10_000

/**
 * Once the server closes, connections end after their answer, and after
 * a while all that are still open are cut.
 */
export function registerDrain(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, DRAINS_WITHIN_MS)
    timer.unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

/** A client may still send this much after its answer, and for this long. */
const DISCARDED_BYTES_MAX = 16_777_216
const DISCARDED_WITHIN_MS = 5_000
const CHECK_EVERY_MS = 100

/**
 * Lets clients read an answer that is sent before their body has arrived, such as a 401 or a 413. A
 * connection that is closed with unread bytes is reset, and the client then sees the reset instead
 * of the answer: Node reads and discards the rest, and this ends the connection beyond a limit.
 */
export function registerEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete || !hasBody(request)) return
    // Fastify sets this header; Node would close the connection at once because of it.
    reply.removeHeader('connection')
    limitRest(request.raw)
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

/** Node hands out no events of a body that it discards. */
function limitRest(raw: FastifyRequest['raw']): void {
  const { socket } = raw
  const { bytesRead } = socket
  const endMs = performance.now() + DISCARDED_WITHIN_MS
  const timer = setInterval(() => {
    const isOver = raw.complete || socket.destroyed
    const isTooMuch = socket.bytesRead - bytesRead > DISCARDED_BYTES_MAX
    if (!isOver && !isTooMuch && performance.now() < endMs) return
    clearInterval(timer)
    if (!isOver) raw.destroy()
  }, CHECK_EVERY_MS)
  timer.unref()
}
