import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'

/** The push service and the mail server accept everything; each counts what it has got. */
const counts = { push: 0, mail: 0 }

const push = createHttpServer((request, response) => {
  request.resume()
  request.once('end', () => {
    response.writeHead(201).end()
    counts.push++
  })
})

const mail = createTcpServer((socket) => {
  let isBody = false
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('error', () => undefined)
  socket.write('220 bench\r\n')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!isBody) isBody = answer(socket, line)
      else if (line === '.') {
        isBody = false
        counts.mail++
        socket.write('250 accepted\r\n')
      }
    }
  })
})

/** Returns true if the text of a mail follows. */
function answer(socket: Socket, line: string): boolean {
  const isData = line.toUpperCase() === 'DATA'
  socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
  return isData
}

async function listen(server: typeof push | typeof mail): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

const ports = { push: await listen(push), mail: await listen(mail) }
process.on('message', () => process.send?.(counts))
process.once('disconnect', () => process.exit())
process.send?.(ports)
