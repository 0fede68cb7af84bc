import { connect, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { TcpLease } from '@pitboard/contract/live/live'
import { WebSocket } from 'ws'
import { errorCode, errorText } from '../failure.ts'
import { ServerUnavailable } from './lease.ts'
import { createTunnelAgent, describeProxy, findProxy } from './proxy.ts'
import { createJoiningStream } from './web-socket-stream.ts'

/** A proxy that passes no WebSocket may leave it unanswered. */
const WEB_SOCKET_WITHIN_MS = 5_000
const TCP_WITHIN_MS = 10_000
/** The server's frames are far shorter. */
const MESSAGE_BYTES_MAX = 64 * 1024

export interface StreamSocket {
  readonly socket: Duplex
  /** Messages name the other end by this. */
  readonly address: string
}

/**
 * Connects over WebSocket to the address that the lease comes from: encrypted where the site is, and on its port.
 * A proxy of the environment passes it through. Where that is not possible, or the server has no such thing, it
 * connects to the TCP port of the lease, which no proxy passes.
 * Throws `ServerUnavailable`.
 */
export async function openStreamSocket(server: string, lease: TcpLease): Promise<StreamSocket> {
  const { webSocketPath } = lease
  if (webSocketPath === undefined) return openTcp(lease)
  try {
    return await openWebSocket(server, webSocketPath)
  } catch (error) {
    try {
      return await openTcp(lease)
    } catch {
      // The port may be closed on purpose: the site's own address is the one to look at.
      throw error
    }
  }
}

function openWebSocket(server: string, path: string): Promise<StreamSocket> {
  const url = new URL(server.replace(/^http/, 'ws') + path)
  const proxy = findProxy(server)
  const ws = new WebSocket(url, {
    ...(proxy !== null && { agent: createTunnelAgent(proxy) }),
    handshakeTimeout: WEB_SOCKET_WITHIN_MS,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    generateMask: maskNothing,
  })
  return new Promise((resolve, reject) => {
    ws.once('open', () => {
      ws.off('error', fail)
      resolve({ socket: createJoiningStream(ws), address: url.host })
    })
    ws.once('error', fail)

    function fail(error: Error): void {
      const reason = errorCode(error) ?? errorText(error)
      reject(
        new ServerUnavailable(`${url.host} takes no stream${describeProxy(server)} (${reason})`),
      )
    }
  })
}

/**
 * Taking a mask off costs the server as much as all else of a message. Masks keep a page in a browser from choosing what
 * stands on the wire before a proxy; here it is the recorder that writes, and mostly inside TLS.
 */
function maskNothing(mask: Buffer): void {
  mask.fill(0)
}

/** Never connects without TLS where the server has it: somebody on the way could have taken it away. */
function openTcp({ host, port, isTls = false }: TcpLease): Promise<StreamSocket> {
  const address = `${host}:${port}`
  const options = { host, port, noDelay: true, timeout: TCP_WITHIN_MS }
  const socket = isTls
    ? connectTls({ ...options, ...(isIP(host) === 0 && { servername: host }) })
    : connect(options)
  return new Promise((resolve, reject) => {
    function fail(reason: string): void {
      socket.destroy()
      reject(new ServerUnavailable(`${address} ${reason}`))
    }
    socket.once('timeout', () => fail('does not answer'))
    socket.once('error', (error) => fail(`broke off (${errorCode(error) ?? error.message})`))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners()
      resolve({ socket, address })
    })
  })
}
