import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { until } from '@pitboard/contract/testing/patience'
import { createLog } from '../../../platform/diagnostics/log.ts'
import { SERVER_NAME, writeCertificate } from './certificate-files.fixture.ts'
import { openIngestCertificate } from './ingest-certificate.ts'
import { acceptPlainOrTls } from './plain-or-tls.ts'

const log = createLog('silent')

/** Opens a port that sends back what it gets, over either. */
async function openEcho(t: TestContext) {
  const files = writeCertificate(t)
  const certificate = await openIngestCertificate(files, log, 0)
  assert.ok(certificate)
  let unknown = 0
  const server = createServer((socket) => {
    acceptPlainOrTls(socket, {
      certificate,
      enter() {
        unknown++
        let isIn = true
        return () => {
          if (isIn) unknown--
          isIn = false
        }
      },
      serve: (stream) => stream.pipe(stream),
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const { port } = address

  async function openPlain(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  async function openSecure(ca: string) {
    const socket = connectTls({ port, host: '127.0.0.1', ca, servername: SERVER_NAME })
    t.after(() => socket.destroy())
    await once(socket, 'secureConnect')
    return socket
  }
  return { files, openPlain, openSecure, unknown: () => unknown }
}

async function echo(socket: Socket, ...parts: readonly Buffer[]): Promise<Buffer> {
  const sent = Buffer.concat(parts)
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, resolve))
    await new Promise(setImmediate)
  }
  await until(() => received.length >= sent.length)
  return received
}

test('one port takes streams with and without TLS, also a head that comes in pieces', async (t) => {
  const { files, openPlain, openSecure, unknown } = await openEcho(t)
  const long = Buffer.alloc(300_000, 'datagram')
  const pieces = [Buffer.of(9), Buffer.of(1), Buffer.of(0), Buffer.of(0), long]
  for (const open of [openPlain, () => openSecure(files.ca)]) {
    assert.deepEqual(await echo(await open(), long), long)
    assert.deepEqual(await echo(await open(), ...pieces), Buffer.concat(pieces))
  }
  assert.equal(unknown(), 0)
})

test('what could be the length of a frame is none of TLS', async (t) => {
  const { openPlain } = await openEcho(t)
  // The frame has 790 bytes and begins like a record of a version that does not exist.
  const frame = Buffer.concat([Buffer.of(0x16, 0x03, 0, 0), Buffer.alloc(790)])
  assert.deepEqual(await echo(await openPlain(), frame), frame)
})

test('a connection is one without a token until it is secure, and a broken handshake ends it', async (t) => {
  const { openPlain, unknown } = await openEcho(t)
  const silent = await openPlain()
  await until(() => unknown() === 1)
  const broken = await openPlain()
  broken.on('error', () => {})
  broken.write(Buffer.concat([Buffer.of(0x16, 0x03, 0x01), Buffer.alloc(200, 0xff)]))
  broken.resume()
  await once(broken, 'close')
  await until(() => unknown() === 1)
  silent.destroy()
  await until(() => unknown() === 0)
})

test('new files are the certificate of new connections; of files that do not fit, the former stays', async (t) => {
  const { files, openSecure } = await openEcho(t)
  const first = await openSecure(files.ca)
  const fingerprintOf = (socket: typeof first) => socket.getPeerCertificate().fingerprint256
  const renewed = files.renew()
  const second = await openSecure(renewed)
  assert.notEqual(fingerprintOf(second), fingerprintOf(first))
  assert.deepEqual(await echo(first, Buffer.from('goes on')), Buffer.from('goes on'))
  writeFileSync(files.ingestTlsKey, 'no key')
  assert.equal(fingerprintOf(await openSecure(renewed)), fingerprintOf(second))
})

const openFiles = (cert: string | null, key: string | null) =>
  openIngestCertificate({ ingestTlsCert: cert, ingestTlsKey: key }, log)

test('a server does not start with one file of two, or with files that are no certificate', async (t) => {
  const { ingestTlsCert, ingestTlsKey } = writeCertificate(t)
  assert.equal(await openFiles(null, null), null)
  await assert.rejects(openFiles(ingestTlsCert, null), /are needed both/)
  await assert.rejects(openFiles(null, ingestTlsKey), /are needed both/)
  await assert.rejects(openFiles(ingestTlsKey, ingestTlsKey), /can't be used/)
  await assert.rejects(openFiles('/nowhere', ingestTlsKey), /can't be used/)
})
