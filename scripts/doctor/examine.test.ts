import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startTls } from '@pitboard/server/testing/tls'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { type Environment, readConfig } from '@pitboard/server/platform/config/config'
import { openTestDatabase, type TestDatabase } from '@pitboard/server/testing/database'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

let folder: string
let database: TestDatabase
let server: TestServer
let env: Environment
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-doctor-'))
  database = await openTestDatabase()
  const port = await freePort()
  env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
  }
  server = await openTestServer({ database, dataDir: folder, env })
})
after(async () => {
  await server.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function examineWith(changes: Environment): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const finding of examine(readConfig({ ...env, ...changes }))) findings.push(finding)
  return findings
}

function ofState(findings: readonly Finding[], state: Finding['state']): string[] {
  return findings.filter((finding) => finding.state === state).map(({ subject }) => subject)
}

test('of a server that runs well nothing is wrong, and what a public site lacks is advice', async () => {
  const findings = await examineWith({})
  assert.deepEqual(ofState(findings, 'problem'), [])
  assert.deepEqual(ofState(findings, 'advice'), [
    'public address',
    'mail',
    'backups',
    'legal texts',
  ])
  for (const subject of ['server', 'data folder', 'database', 'clock', 'WebSockets']) {
    assert.ok(ofState(findings, 'good').includes(subject), subject)
  }
})

test('a certificate that browsers refuse and a proxy that is not trusted are problems', async (t) => {
  const front = await startTls(t, { host: 'localhost', port: Number(env['PORT']) })
  const findings = await examineWith({ PUBLIC_URL: `https://localhost:${front.port}` })
  assert.deepEqual(ofState(findings, 'problem'), ['proxy', 'public address'])
  assert.match(textOf(findings, 'public address'), /signed by nobody/)
  const trusting = await examineWith({
    PUBLIC_URL: `https://localhost:${front.port}`,
    TRUST_PROXY: '1',
  })
  assert.deepEqual(ofState(trusting, 'problem'), ['public address'])
})

test('a backup that is older than it should be is a problem', async (t) => {
  const backups = mkdtempSync(join(tmpdir(), 'pitboard-doctor-'))
  t.after(() => rmSync(backups, { recursive: true, force: true }))
  const file = join(backups, 'pitboard-2026-01-01T000000Z.tar.zst')
  writeFileSync(file, '')
  const fresh = await examineWith({ BACKUP_DIR: backups })
  assert.match(textOf(fresh, 'backups'), /is 0 hours old/)
  utimesSync(file, 0, 0)
  const old = await examineWith({ BACKUP_DIR: backups })
  assert.deepEqual(ofState(old, 'problem'), ['backups'])
})

test('before the first start taken ports and services that do not answer are named, without secrets', async (t) => {
  const taken = createServer((socket) => socket.destroy())
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const address = taken.address()
  const port = String(typeof address === 'object' ? address?.port : 0)
  const away = await freePort()
  const findings = await examineWith({
    PORT: port,
    // Another program of the machine may have the ports that are meant by default.
    INGEST_TCP_PORT: '0',
    INGEST_UDP_PORTS: '0',
    DATA_DIR: join(folder, 'lock', 'below-a-file'),
    DATABASE_URL: `postgres://pitboard:paddock@127.0.0.1:${away}/pitboard`,
    SMTP_URL: `smtp://pitboard:paddock@127.0.0.1:${away}`,
    NATS_URL: `nats://pitboard:paddock@127.0.0.1:${away}`,
    S3_URL: `http://key:paddock@127.0.0.1:${away}/bucket?region=eu-1`,
  })
  assert.deepEqual(ofState(findings, 'problem'), [
    'data folder',
    'ports',
    'database',
    'mail',
    'bucket',
    'NATS',
  ])
  assert.match(textOf(findings, 'database'), /ECONNREFUSED/)
  assert.ok(findings.every(({ state, remedy }) => state === 'good' || remedy !== null))
  assert.ok(!JSON.stringify(findings).includes('paddock'))
})

function textOf(findings: readonly Finding[], subject: string): string {
  return findings
    .filter((finding) => finding.subject === subject)
    .map(({ text }) => text)
    .join('\n')
}
