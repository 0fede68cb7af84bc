import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='

/** Returns one frame, masked as a client's has to be unless `mask` is false (RFC 6455 §5.2). */
export function frame(firstByte: number, payload: string | Buffer = '', mask = true): Buffer {
  const bytes = Buffer.from(payload)
  const { length } = bytes
  const sizes =
    length < 126
      ? Buffer.from([length])
      : length < 65_536
        ? Buffer.from([126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([127]), bigEndian(length)])
  if (mask) sizes[0] = (sizes[0] ?? 0) | 0x80
  const key = mask ? randomBytes(4) : Buffer.alloc(0)
  const masked = mask ? bytes.map((byte, at) => byte ^ (key[at % 4] ?? 0)) : bytes
  return Buffer.concat([Buffer.from([firstByte]), sizes, key, masked])
}

function bigEndian(length: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(length))
  return size
}

/** No client may send these; the keys name them. */
export const BROKEN_FRAMES: ReadonlyMap<string, Buffer> = new Map([
  ['reserved bits', frame(0xf1, 'x')],
  ['compression that was not negotiated', frame(0xc1, 'x')],
  ['an unknown opcode', frame(0x83, 'x')],
  ['an unknown control opcode', frame(0x8b)],
  ['no mask', frame(0x81, 'x', false)],
  ['text that is not UTF-8', frame(0x81, Buffer.from([0xc3, 0x28]))],
  ['a fragmented ping', frame(0x09, 'x')],
  ['a long ping', frame(0x89, 'x'.repeat(126))],
  ['a continuation of nothing', frame(0x80, 'x')],
  ['a message within a message', Buffer.concat([frame(0x01, 'x'), frame(0x81, 'y')])],
  ['more than may be sent', frame(0x82, Buffer.alloc(300_000))],
  ['a length of 2^63', Buffer.from([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0])],
  ['a close frame of one byte', frame(0x88, 'x')],
  ['a close code that may not be sent', frame(0x88, Buffer.from([0x03, 0xed]))],
  ['a close reason that is not UTF-8', frame(0x88, Buffer.from([0x03, 0xe8, 0xc3, 0x28]))],
  ['the first half of a frame', frame(0x81, 'x'.repeat(100)).subarray(0, 20)],
  ['random bytes', randomBytes(2_000)],
])

/** Returns the bytes of an upgrade request for a WebSocket. */
export function upgradeRequest(address: string): string {
  return (
    `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Key: ${KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n`
  )
}

/** Asks for a WebSocket, sends `bytes` right behind, and waits until the connection is over. */
export async function sendRaw(url: string, address: string, bytes: Buffer): Promise<void> {
  const socket = connectTo(url)
  socket.write(Buffer.concat([Buffer.from(upgradeRequest(address)), bytes]))
  socket.once('data', () => socket.write(bytes, () => socket.end()))
  socket.resume()
  await whenClosed(socket)
}

/** Asks for a WebSocket and resets the connection, before or after the answer. */
export async function resetDuring(
  url: string,
  address: string,
  isAnswered: boolean,
): Promise<void> {
  const socket = connectTo(url)
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(upgradeRequest(address), resolve))
  if (isAnswered) await Promise.race([once(socket, 'data'), whenClosed(socket)])
  socket.resetAndDestroy()
  await whenClosed(socket)
}

/** Resolves when either side has closed the socket, with or without an error. */
export function whenClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })
}

export function connectTo(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  return socket
}
