// Runs before the npm commands, so that each of them works alone on a fresh clone. Installs missing packages: those a
// running site needs ("dependencies"), and with the argument "tools" also those for tests, benchmarks and checks
// ("devDependencies"). Builds what the arguments name: "server", the bundle that is started, "web", the web app,
// "compressed", its compressed files, and "recorder", the archive of the recorder that every server offers. A start does not wait for the
// compressed files: with "compressed-later" another process goes on with them. With "check" it only fails where one of them is
// missing or older than its sources. It has no dependencies and runs on any Node from 20 on.
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const NODE_MIN = 20
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const BUILDS = {
  server: {
    folder: join(ROOT, 'apps/server/dist'),
    file: 'main.js',
    stamp: '.built',
    sources: ['package-lock.json', 'apps/server', 'packages', 'scripts/build-server'],
    name: 'Bundling the server',
    run: () => run('node', ['scripts/build-server.ts']),
  },
  web: {
    folder: join(ROOT, 'apps/web/dist'),
    file: 'index.html',
    stamp: '.built',
    sources: ['apps/web', 'packages/analysis', 'packages/contract', 'packages/notices'],
    name: 'Building the web app',
    // The build does not start npm, which takes half a second.
    run: () => run('node', [VITE, 'build'], { cwd: join(ROOT, 'apps/web') }),
  },
  compressed: {
    folder: join(ROOT, 'apps/web/dist'),
    file: '.compressed',
    stamp: '.compressed',
    sources: ['apps/web/dist/.built', 'apps/web/compress-assets.ts'],
    name: 'Compressing the web app',
    run: () => run('node', ['scripts/compress-web.ts']),
  },
  recorder: {
    folder: join(ROOT, 'apps/recorder/dist'),
    file: 'pitboard-recorder-portable.zip',
    stamp: '.portable-built',
    sources: [
      'package.json',
      'apps/recorder',
      'packages/contract',
      'packages/notices',
      'packages/telemetry',
    ],
    name: 'Packing the recorder',
    run: () => run('node', ['scripts/build-recorder.ts', 'portable']),
  },
}
const NOT_SOURCES = /^(node_modules|dist|.*\.test\.tsx?)$/
const LOCK_POLL_MS = 200
// There is no such registry: npm puts the configured one in its place.
const ANY_REGISTRY = 'https://registry.invalid'
const WITH_ADDRESSES = ['--replace-registry-host=always', '--omit-lockfile-registry-resolved']

checkNode()
const needsTools = process.argv.includes('tools')
const names = Object.keys(BUILDS).filter((name) => process.argv.includes(name))
const listMissing = () => names.filter((name) => !isBuilt(BUILDS[name]))
if (process.argv.includes('check')) {
  const missing = listMissing().join(' ')
  if (missing !== '') {
    fail(`Missing or older than its sources; run "node scripts/prepare.mjs ${missing}".`)
  }
} else if (!isInstalled() || listMissing().length > 0) {
  await takeTurn()
  if (!isInstalled()) await install()
  const sideBySide = listMissing().filter((name) => name !== 'compressed')
  await Promise.all(sideBySide.map((name) => build(BUILDS[name])))
  // It is made of the web app.
  if (listMissing().includes('compressed')) await build(BUILDS.compressed)
}
if (process.argv.includes('compressed-later') && !isBuilt(BUILDS.compressed)) compressLater()

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MIN) return
  fail(
    `Pitboard needs Node ${NODE_MIN} or newer; this is ${process.version}. See https://nodejs.org`,
  )
}

/** Compares what npm says it has installed with what the lock file asks for on this platform. */
function isInstalled() {
  const installed = readInstalled()
  const wanted = Object.entries(readPackages('package-lock.json') ?? {})
  return (
    installed !== null &&
    wanted.every(
      ([path, entry]) => (entry.dev && !needsTools) || hasPackage(installed, path, entry),
    )
  )
}

function hasPackage(installed, path, { version, link, optional, peer, os, cpu, libc }) {
  if (!path.startsWith('node_modules/') || link) return true
  // npm leaves the "v" that a few packages write before their number.
  if (installed[path]?.version?.replace(/^v/, '') === version) return true
  const isForOthers =
    os?.includes(process.platform) === false || cpu?.includes(process.arch) === false
  return Boolean(optional && (isForOthers || libc || !os)) || Boolean(peer && optional)
}

function readInstalled() {
  return readPackages('node_modules/.package-lock.json')
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(join(ROOT, file), 'utf8')).packages
  } catch {
    return null
  }
}

async function install() {
  const installed = readInstalled()
  const hasTools = Object.values(installed ?? {}).some((entry) => entry.dev)
  // Packages are added to those that are there: a server that is running goes on.
  const how = installed === null ? ['ci'] : ['install', '--no-save']
  const which = needsTools || hasTools ? '--include=dev' : '--omit=dev'
  const args = [...how, which, '--no-audit', '--no-fund', '--loglevel=error']
  // What npm has cached is not asked for again. A cache from before the lock file lacks some of it.
  const ownCache = isWritable(process.env.npm_config_cache) ? null : makeCache()
  if (ownCache !== null) args.push(`--cache=${ownCache}`)
  await report('Installing packages', async () => {
    const offline = [...args, '--prefer-offline']
    const cached = installed === null ? await installAll(offline) : await npm(offline)
    return cached.failure ? npm(args) : cached
  })
}

/**
 * Installs everything in a folder beside, by a copy of the lock file that has the address of each package. Ours has no addresses, since they
 * would be those of one registry, and without them npm reads the list of all versions of each package: a third of its processor time. On
 * Windows links to our own packages are absolute and would still lead into that folder, so npm works there as usual.
 */
async function installAll(args) {
  if (process.platform === 'win32') return npm(args)
  const lock = JSON.parse(fs.readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const ours = Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'))
  const folder = join(ROOT, '.preparing-packages')
  fs.rmSync(folder, { recursive: true, force: true })
  for (const path of ours) {
    fs.mkdirSync(join(folder, path), { recursive: true })
    fs.copyFileSync(join(ROOT, path, 'package.json'), join(folder, path, 'package.json'))
  }
  if (fs.existsSync(join(ROOT, '.npmrc'))) {
    fs.copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'))
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.integrity) entry.resolved ??= addressOf(path, entry)
  }
  fs.writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const result = await npm([...args, ...WITH_ADDRESSES], { cwd: folder })
  try {
    if (!result.failure) {
      for (const path of ours) moveModules(join(folder, path), join(ROOT, path))
    }
    return result
  } catch (error) {
    // This happens where a volume of a container is mounted.
    return { failure: error.message }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the path under which every registry has the package. */
function addressOf(path, { name = path.split('node_modules/').pop(), version }) {
  return `${ANY_REGISTRY}/${name}/-/${name.split('/').pop()}-${version}.tgz`
}

function moveModules(from, to) {
  if (!fs.existsSync(join(from, 'node_modules'))) return
  fs.rmSync(join(to, 'node_modules'), { recursive: true, force: true })
  fs.renameSync(join(from, 'node_modules'), join(to, 'node_modules'))
}

/**
 * Returns whether the folder, which exists or can be made, can be written. npm says where its cache is to what it runs.
 */
function isWritable(folder) {
  if (!folder) return true
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch (error) {
    const parent = dirname(folder)
    return error.code === 'ENOENT' && parent !== folder && isWritable(parent)
  }
}

/** npm installs nothing without a cache: who has no home folder, or one to read only, has one for this time. */
function makeCache() {
  const folder = fs.mkdtempSync(join(tmpdir(), 'pitboard-npm-'))
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

function isBuilt({ folder, file, stamp, sources }) {
  const built = join(folder, file)
  if (!fs.existsSync(built)) return false
  const stamped = join(folder, stamp)
  const builtAtMs = fs.statSync(fs.existsSync(stamped) ? stamped : built).mtimeMs
  return sources.every((source) => newestMs(join(ROOT, source)) <= builtAtMs)
}

function newestMs(path) {
  const stat = fs.statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const names = fs.readdirSync(path).filter((name) => !NOT_SOURCES.test(name))
  return Math.max(0, ...names.map((name) => newestMs(join(path, name))))
}

/** The files are served as they are until then. The process goes on by itself, beside all that is more urgent, and takes its turn. */
function compressLater() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'compressed'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  child.unref()
  try {
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It could not be started, or the system does not allow it.
  }
}

async function build(what) {
  // What is changed while it builds counts as newer than the build.
  const startedAt = new Date()
  await report(what.name, what.run)
  const stamp = join(what.folder, what.stamp)
  fs.writeFileSync(stamp, '')
  fs.utimesSync(stamp, startedAt, startedAt)
}

function npm(args, options = {}) {
  const cli = process.env.npm_execpath
  // npm starts node_modules/.bin programs with the pinned Node where that comes first.
  if (cli && /\.c?js$/.test(cli)) return run(process.execPath, [cli, ...args], options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/** Resolves with the output if the program fails. */
function run(command, args, options = {}) {
  const path = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve) => {
    const failed = (reason) =>
      resolve({ failure: `${output}${reason}\n"${args.join(' ')}" failed.` })
    child.on('error', (error) => failed(error.message))
    child.on('close', (status) => (status === 0 ? resolve({}) : failed('')))
  })
}

/** Says what a person waits for, and how long it took. */
async function report(name, work) {
  say(`${name} …`)
  const startedAt = performance.now()
  const { failure } = await work()
  if (failure) fail(failure)
  say(`${name} took ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
}

/** Lets one run at a time: two that install into one folder would break it. The others wait, then look again. */
async function takeTurn() {
  // The lock lies beside the sources: processes with other folders for temporary files wait for each other too.
  const lock = join(ROOT, '.preparing')
  const mine = `${lock}.${process.pid}`
  fs.writeFileSync(mine, String(process.pid))
  process.on('exit', () => fs.rmSync(mine, { force: true }))
  while (!takeLock(mine, lock)) await setTimeout(LOCK_POLL_MS)
  process.on('exit', () => fs.rmSync(lock, { force: true }))
}

function takeLock(mine, lock) {
  try {
    fs.linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isAlive(readPid(lock))) fs.rmSync(lock, { force: true })
    return false
  }
}

function readPid(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8'))
  } catch {
    return process.pid
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function say(text) {
  console.log(text)
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
