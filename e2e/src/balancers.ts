import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { getOutsideProgram } from '@pitboard/server/testing/outside-programs'

const CONFIGURATION = new URL('../../deploy/haproxy.cfg', import.meta.url)

export interface Balancer {
  readonly url: string
  /** What is connected to this port hears nothing any more, without an error. */
  cut(port: number): void
  /** Ends what was cut, so that it connects anew. */
  mend(port: number): void
}

/** Leads each connection to the next of these ports. */
export async function startBalancer(
  t: TestContext,
  listPorts: () => readonly number[],
): Promise<Balancer> {
  let turn = 0
  const sockets = new Set<Socket>()
  const byPort = new Map<number, Set<Socket>>()
  const balancer = createServer((near) => {
    const ports = listPorts()
    const next = ports[turn++ % ports.length]
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (next === undefined) {
      near.destroy()
      return
    }
    const far = connect(next, '127.0.0.1')
    sockets.add(far)
    const connected = byPort.get(next) ?? new Set()
    byPort.set(next, connected.add(near).add(far))
    near.on('close', () => {
      connected.delete(near)
      connected.delete(far)
    })
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  t.after(() => {
    balancer.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = balancer.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut(port) {
      for (const socket of byPort.get(port) ?? []) socket.unpipe().pause()
    },
    mend(port) {
      for (const socket of byPort.get(port) ?? []) socket.destroy()
    },
  }
}

export interface Haproxy {
  readonly url: string
  /** Returns whether it leads requests to the server with this place among its ports. */
  isUp(place: number): boolean
}

/** Starts Debian's `haproxy` with deploy/haproxy.cfg; ports, addresses and open files are those of a test. */
export async function startHaproxy(
  t: TestContext,
  port: number,
  ports: readonly number[],
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-haproxy-'))
  const path = join(folder, 'haproxy.cfg')
  const configuration = ports.reduce(
    (text, server, place) => text.replaceAll(`pitboard-${place + 1}:8080`, `127.0.0.1:${server}`),
    readFileSync(CONFIGURATION, 'utf8')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      // A busy machine answers its checks late; a server that stops refuses them at once.
      .replace('timeout connect 5s', 'timeout connect 5s\n  timeout check 60s')
      .replace(/maxconn \d+/, 'maxconn 2000'),
  )
  writeFileSync(path, configuration)
  const balancer = spawn(getOutsideProgram('haproxy'), ['-db', '-f', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  balancer.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const failed = new Promise<never>((_, reject) => {
    balancer.once('error', reject)
    balancer.once('exit', () => reject(new Error(`haproxy ended:\n${output}`)))
  })
  failed.catch(() => {})
  t.after(async () => {
    if (balancer.exitCode === null && balancer.kill('SIGKILL')) await once(balancer, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await Promise.race([until(isReady), failed])
  return {
    url,
    isUp(place) {
      const changes = output.matchAll(/pitboard-(\d) is (UP|DOWN)/g)
      const own = [...changes].filter(([, number]) => Number(number) === place + 1)
      return own.at(-1)?.[2] !== 'DOWN'
    },
  }
}
