import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { openTestNats, type TestNats } from '@pitboard/server/platform/nats/nats.fixture'
import { openTestS3, type TestS3 } from '@pitboard/server/testing/s3-server'
import { until } from './patience.ts'
import { type Pitboard, startPitboard } from './pitboard.ts'

const CONFIGURATION = new URL('../../deploy/haproxy.cfg', import.meta.url)
const SECRET = 'the-secret-that-the-servers-of-a-cluster-share'

/** Servers with one database, one NATS server and one bucket, behind HAProxy as it is shipped. */
export interface Cluster {
  readonly servers: readonly [Pitboard, Pitboard, Pitboard]
  readonly nats: TestNats
  readonly bucket: TestS3
  /** Of HAProxy. */
  readonly url: string
}

export async function startCluster(t: TestContext): Promise<Cluster> {
  const [nats, bucket] = await Promise.all([openTestNats({ jetStream: true }), openTestS3()])
  t.after(() => nats.close())
  t.after(() => bucket.close())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ AUTH_JWT_SECRET: SECRET, NATS_URL: nats.url, S3_URL: bucket.url },
    ...{ PUBLIC_URL: url, TRUST_PROXY: '1', INGEST_HOST: '127.0.0.1' },
  }
  const first = await startPitboard(t, env)
  const others = [startPitboard(t, env, first), startPitboard(t, env, first)] as const
  const servers = [first, ...(await Promise.all(others))] as const
  await startBalancer(t, port, servers)
  return { servers, nats, bucket, url }
}

/** Debian's `haproxy` with deploy/haproxy.cfg; ports, addresses and open files are those of a test. */
async function startBalancer(
  t: TestContext,
  port: number,
  servers: Cluster['servers'],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-haproxy-'))
  const path = join(folder, 'haproxy.cfg')
  const configuration = servers.reduce(
    (text, server, place) => text.replace(`pitboard-${place + 1}:8080`, `127.0.0.1:${server.port}`),
    readFileSync(CONFIGURATION, 'utf8')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace(/maxconn \d+/, 'maxconn 2000'),
  )
  writeFileSync(path, configuration)
  const balancer = spawn(process.env['HAPROXY_PATH'] ?? 'haproxy', ['-db', '-f', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  balancer.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const failed = new Promise<never>((_, reject) => {
    balancer.once('error', () => reject(new Error(MISSING)))
    balancer.once('exit', () => reject(new Error(`haproxy ended:\n${output}`)))
  })
  failed.catch(() => {})
  t.after(async () => {
    if (balancer.exitCode === null && balancer.kill('SIGKILL')) await once(balancer, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await Promise.race([until(isReady), failed])
}

const MISSING =
  'This test needs HAProxy: install it (Debian: apt-get install haproxy) or set HAPROXY_PATH to the program.'
