import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { payloadNodes, type NodePackage } from './platforms.ts'
import { removeUnfinished, unfinishedName } from './unfinished.ts'

const CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/pitboard-recorder', import.meta.url),
)

/** The registry can't be reached, or has no such package. */
export class PackageAway extends Error {}

/** Reads the bytes of a package's Node, fetched with npm the first time; what is wrong is not used. */
export async function readNode(node: NodePackage): Promise<Buffer> {
  const wanted = `package/${node.binary}`
  const entries = extract()
  const unpacked = pipeline(Readable.from([fetchPackage(node)]), createGunzip(), entries)
  // What has been found ends the reading, which is no failure.
  unpacked.catch(() => {})
  for await (const entry of entries) {
    if (entry.header.name === wanted) return await buffer(entry)
    entry.resume()
  }
  await unpacked
  throw new Error(`${node.name} has no ${wanted}.`)
}

/** Returns a Node of that version which runs here. */
export function payloadNode(version: string): string {
  if (process.versions.node === version) return process.execPath
  const node = payloadNodes.find((candidate) => candidate.version === version)
  if (node === undefined || `${process.platform}-${process.arch}` !== 'linux-x64') {
    throw new Error(`The payload of Node ${version} can be made on Linux x64 alone.`)
  }
  fetchPackage(node)
  const folder = join(CACHE, `${node.name}-${version}`)
  const path = join(folder, 'package', node.binary)
  if (!existsSync(path)) unpack(archiveOf(node), folder)
  return path
}

/** Unpacks at once or not at all: a full disk would leave a part of Node, and each later build would start that. */
function unpack(archive: string, folder: string): void {
  const work = makeWorkFolder()
  try {
    execFileSync('tar', ['-xzf', archive, '-C', work], { stdio: 'pipe' })
    rmSync(folder, { recursive: true, force: true })
    renameSync(work, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Makes a folder of this process; those of builds that were killed are removed, since they hold up to 200 MB each. */
function makeWorkFolder(): string {
  mkdirSync(CACHE, { recursive: true })
  removeUnfinished(CACHE)
  return mkdtempSync(join(CACHE, `${unfinishedName('node')}.`))
}

function fetchPackage(node: NodePackage): Buffer {
  const archive = archiveOf(node)
  if (existsSync(archive)) {
    const bytes = readFileSync(archive)
    if (integrityOf(bytes) === node.integrity) return bytes
  }
  const folder = makeWorkFolder()
  try {
    const spec = `${node.name}@${node.version}`
    // A user without a home folder has no cache of npm, so that this package gets its own.
    const ownCache = ['--cache', join(folder, 'cache')]
    if (!pack(spec, folder) && !pack(spec, folder, ownCache)) {
      throw new PackageAway(`npm could not fetch ${spec}.`)
    }
    const fetched = join(folder, `${node.name}-${node.version}.tgz`)
    const bytes = readFileSync(fetched)
    if (integrityOf(bytes) !== node.integrity) throw new Error(`${spec} is not what it should be.`)
    renameSync(fetched, archive)
    return bytes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function pack(spec: string, folder: string, options: readonly string[] = []): boolean {
  const { status } = spawnSync(
    'npm',
    ['pack', spec, '--silent', '--pack-destination', folder, ...options],
    { stdio: 'ignore', shell: process.platform === 'win32' },
  )
  return status === 0
}

function archiveOf({ name, version }: NodePackage): string {
  return join(CACHE, `${name}-${version}.tgz`)
}

function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}
