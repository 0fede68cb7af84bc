import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DownloadPlatform, Downloads, type Download } from '@pitboard/contract/site/downloads'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { unfinishedName } from './unfinished.ts'

const MANIFEST = 'manifest.json'
const CHECKSUMS = 'SHA256SUMS'
const BUILT_FROM = '.built-from.json'

const BuiltFrom = Type.Record(Type.String(), Type.String())
type BuiltFrom = Static<typeof BuiltFrom>

interface Manifest {
  readonly isFresh: (platform: DownloadPlatform, inputs: string) => boolean
  /** Writes a file of the folder at once or not at all. */
  readonly write: (file: string, bytes: Buffer | string) => void
  /** Lists a file that has been made from these inputs. */
  readonly put: (entry: Omit<Download, 'version' | 'bytes' | 'sha256'>, inputs: string) => void
  readonly save: () => Downloads
}

/** The manifest says what lies in the folder of programs, and what each of them was made from. */
export function openManifest(folder: string, version: string): Manifest {
  const listed = new Map<DownloadPlatform, Download>()
  const earlier = readJson(Downloads, join(folder, MANIFEST))
  for (const entry of earlier?.platforms ?? []) {
    if (existsSync(join(folder, entry.file))) listed.set(entry.platform, entry)
  }
  const builtFrom: BuiltFrom = readJson(BuiltFrom, join(folder, BUILT_FROM)) ?? {}

  function write(file: string, bytes: Buffer | string): void {
    const path = join(folder, file)
    const work = unfinishedName(path)
    writeFileSync(work, bytes)
    renameSync(work, path)
  }

  return {
    isFresh: (platform, inputs) => listed.has(platform) && builtFrom[platform] === inputs,
    write,
    put(entry, inputs) {
      const bytes = readFileSync(join(folder, entry.file))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // A build that ends early leaves programs of the version before.
      listed.set(entry.platform, { ...entry, version, bytes: bytes.length, sha256 })
      builtFrom[entry.platform] = inputs
    },
    save() {
      const order = DownloadPlatform.enum
      const platforms = [...listed.values()].toSorted(
        (a, b) => order.indexOf(a.platform) - order.indexOf(b.platform),
      )
      const sums = platforms.map(({ sha256, file }) => `${sha256}  ${file}\n`)
      write(CHECKSUMS, sums.join(''))
      write(BUILT_FROM, JSON.stringify(builtFrom, null, 2))
      write(MANIFEST, `${JSON.stringify({ version, platforms }, null, 2)}\n`)
      return { version, platforms }
    },
  }
}

function readJson<const T extends typeof Downloads | typeof BuiltFrom>(
  schema: T,
  path: string,
): Static<T> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Value.Check(schema, value) ? value : null
  } catch {
    return null
  }
}
