import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** Opens thousands of viewers that ask for deflate and read without looking, in one process: this many of each path. */
const port = Number(process.argv[2])
const count = Number(process.argv[3])
const paths = process.argv.slice(4)
const AT_ONCE = 100

const sockets: Socket[] = []

for (const [place, path] of paths.entries()) {
  // Each path has an address of its own: a server limits the viewers of one address.
  const localAddress = `127.0.0.${2 + (place % 250)}`
  for (let open = 0; open < count; open += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - open)
    await Promise.all(Array.from({ length }, () => watch(path, localAddress)))
  }
}
process.send?.({ connected: count * paths.length })

function watch(path: string, localAddress: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n`,
    )
    socket.once('data', (chunk: Buffer) => {
      if (!chunk.toString('latin1').startsWith('HTTP/1.1 101')) reject(new Error(chunk.toString()))
      else resolve()
    })
    socket.resume()
    socket.on('error', reject)
  })
}
