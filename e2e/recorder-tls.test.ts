import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { TcpLease } from '@pitboard/contract/live/live'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { writeCertificate } from '@pitboard/server/racing/ingest/transports/certificate-files.fixture'
import { createTestRecorder } from '@pitboard/server/racing/ingest/transports/recorder.fixture'
import { openAccount } from '@pitboard/server/testing/account'
import { openTestServer } from '@pitboard/server/testing/server'
import { openStreamSocket } from '@pitboard/recorder/stream/stream-socket'
import { Value } from 'typebox/value'

test('the recorder opens the TCP port with TLS where the server has it, with a certificate for its name alone', async (t) => {
  const { ca, ingestTlsCert, ingestTlsKey } = writeCertificate(t, 'localhost')
  const server = await openTestServer({
    env: { INGEST_TLS_CERT: ingestTlsCert, INGEST_TLS_KEY: ingestTlsKey },
  })
  t.after(() => server.close())
  const { context, url } = server
  const { userId } = await openAccount(context)
  const key = await insertRecorderKey(context.db, { id: context.newId(), userId, name: 'rig' })
  const answer = await fetch(`${url}/api/LiveSession/register/${userId}?key=${key}`, {
    method: 'POST',
  })
  const { webSocketPath: _path, ...lease } = Value.Parse(TcpLease, await answer.json())
  const wanted = { ...lease, host: 'localhost' }
  await assert.rejects(openStreamSocket(url, wanted), /broke off/, 'nobody has signed it')

  const trusted = getCACertificates('default')
  t.after(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, ca])
  const { socket } = await openStreamSocket(url, wanted)
  t.after(() => socket.destroy())
  const recorder = createTestRecorder(socket)
  assert.equal(await recorder.hello(lease.token, context.newId()), 1)
  await assert.rejects(
    openStreamSocket(url, { ...lease, host: '127.0.0.1' }),
    /broke off/,
    'it is for another name',
  )

  // Somebody on the way who takes TLS away gets nothing to read.
  const received: Buffer[] = []
  const plain = createServer((one) => {
    one.on('data', (chunk) => received.push(chunk))
    one.on('error', () => {})
    one.write('plain')
  })
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  t.after(() => plain.close())
  const address = plain.address()
  assert.ok(typeof address === 'object' && address !== null)
  await assert.rejects(openStreamSocket(url, { ...wanted, port: address.port }), /broke off/)
  assert.ok(!Buffer.concat(received).includes(lease.token))
})
