import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { IngestCertificate } from './ingest-certificate.ts'

const WITHIN_MS = 5_000
/**
 * The first record of TLS is a handshake of version 3.1 to 3.4. Read as the length of a frame it is far above
 * the limit.
 */
const HEAD_BYTES = 3
const HANDSHAKE = 22
const MAJOR = 3
const MINOR_MAX = 4

interface Acceptance {
  readonly certificate: IngestCertificate
  /** Takes a place among the connections without a token; returns the function that leaves it. */
  enter(): () => void
  /** The stream is decrypted. */
  serve(stream: Duplex): void
}

/**
 * Serves a connection with or without TLS on the same port, because recorders of earlier versions know no
 * TLS.
 */
export function acceptPlainOrTls(socket: Socket, { certificate, enter, serve }: Acceptance): void {
  const leave = enter()
  const timer = setTimeout(() => socket.destroy(), WITHIN_MS)
  socket.on('error', () => socket.destroy())
  socket.once('close', settle)
  socket.on('readable', look)

  function settle(): void {
    clearTimeout(timer)
    leave()
  }

  function look(): void {
    const head: unknown = socket.read(HEAD_BYTES)
    if (!Buffer.isBuffer(head)) return
    socket.off('readable', look)
    socket.unshift(head)
    if (isTls(head)) {
      certificate.current().then(secure, () => socket.destroy())
      return
    }
    settle()
    serve(socket)
  }

  function secure(context: SecureContext): void {
    if (socket.destroyed) return
    const stream = new TLSSocket(socket, { isServer: true, secureContext: context })
    stream.on('error', () => stream.destroy())
    stream.once('secure', () => {
      settle()
      serve(stream)
    })
  }
}

function isTls([type = 0, major = 0, minor = 0]: Uint8Array): boolean {
  return type === HANDSHAKE && major === MAJOR && minor >= 1 && minor <= MINOR_MAX
}
