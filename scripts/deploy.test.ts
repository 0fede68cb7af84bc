import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { VARIABLES } from '@pitboard/server/platform/config/config-variables'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment?: object; readonly ports?: readonly string[] }>
  >
}

for (const file of ['compose.yaml', 'compose.cluster.yaml']) {
  test(`${file} sets variables that the server reads, and no port twice`, () => {
    const { services }: Compose = parse(read(file), { merge: true })
    const servers = Object.entries(services).filter(([name]) => name.startsWith('pitboard'))
    assert.ok(servers.length > 0)
    const wrong = servers
      .flatMap(([, { environment = {} }]) => Object.entries(environment))
      .filter(([name, value]) => !isAccepted(name, String(value)))
    assert.deepEqual(wrong, [])
    const ports = Object.values(services).flatMap(({ ports = [] }) => ports)
    assert.equal(new Set(ports).size, ports.length)
  })
}

/** Values from .env are not known here. */
function isAccepted(name: string, value: string): boolean {
  const variable = Object.entries(VARIABLES).find(([known]) => known === name)?.[1]
  return variable !== undefined && (value.includes('${') || variable.read(value) !== undefined)
}

test('the rules and targets of Prometheus can be read', () => {
  for (const file of globSync('deploy/*.yml', { cwd: ROOT })) assert.ok(parse(read(file)), file)
})

test('the Dockerfile copies what exists, each package.json before the packages are installed', () => {
  const dockerfile = read('Dockerfile')
  const copies = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
  const sources = copies.flatMap(([, list = '']) => list.split(' '))
  assert.deepEqual(
    sources.filter((source) => !existsSync(join(ROOT, source))),
    [],
  )
  const { workspaces }: { workspaces: string[] } = JSON.parse(read('package.json'))
  const manifests = globSync(
    workspaces.map((workspace) => `${workspace}/package.json`),
    { cwd: ROOT },
  )
  for (const manifest of manifests) {
    const stages = sources.filter((source) => source === manifest.replaceAll('\\', '/'))
    assert.equal(stages.length, 2, manifest)
  }
})

test('the systemd unit starts what npm start does', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const command = /^ExecStart=\S+\/node (.+)$/m.exec(read('deploy/pitboard.service'))?.[1]
  assert.equal(`node ${command}`, scripts['start'])
})

test('HAProxy and NATS accept their configuration', () => {
  const env = { ...process.env, SERVER_NAME: 'nats-1', NATS_PASSWORD: 'secret' }
  const run = (program: string, ...args: string[]) => {
    const { error, status, stderr } = spawnSync(program, args, { cwd: ROOT, env, encoding: 'utf8' })
    assert.equal(error, undefined, `This test needs ${program}: apt-get install ${program}`)
    assert.equal(status, 0, stderr)
  }
  run('haproxy', '-c', '-f', 'deploy/haproxy.cfg')
  run('nats-server', '-t', '-c', 'deploy/nats.conf')
})
