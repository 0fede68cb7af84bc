import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Download, DownloadPlatform, Downloads } from '@pitboard/contract/site/downloads'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { unfinishedName } from './unfinished.ts'

const MANIFEST = 'manifest.json'
const CHECKSUMS = 'SHA256SUMS'

/** The manifest says what lies in the folder for a platform, and what it was made from. */
const Built = Type.Object({ inputs: Type.String(), download: Download })

interface Manifest {
  readonly isFresh: (platform: DownloadPlatform, inputs: string) => boolean
  /** Writes a file of the folder at once or not at all. */
  readonly write: (file: string, bytes: Buffer | string) => void
  /** Lists a file that has been made from these inputs. */
  readonly put: (entry: Omit<Download, 'version' | 'bytes' | 'sha256'>, inputs: string) => void
  readonly save: () => Downloads
}

/**
 * The manifest says what lies in the folder of programs. Several processes may build into one folder: each program has a
 * file of its own that describes it, and the manifest is made from these files.
 */
export function openManifest(folder: string, version: string): Manifest {
  const pathOf = (platform: DownloadPlatform) => join(folder, `.built-${platform}.json`)

  function write(file: string, bytes: Buffer | string): void {
    const path = join(folder, file)
    const work = unfinishedName(path)
    writeFileSync(work, bytes)
    renameSync(work, path)
  }

  function readBuilt(platform: DownloadPlatform): Static<typeof Built> | null {
    const built = readJson(Built, pathOf(platform))
    return built && existsSync(join(folder, built.download.file)) ? built : null
  }

  /** A build that ends early leaves programs of the version before, which may have no file that describes them. */
  function list(): Downloads {
    const earlier = readJson(Downloads, join(folder, MANIFEST))?.platforms ?? []
    const platforms = DownloadPlatform.enum.flatMap((platform) => {
      const listed = earlier.find((download) => download.platform === platform)
      const isThere = listed !== undefined && existsSync(join(folder, listed.file))
      return readBuilt(platform)?.download ?? (isThere ? listed : [])
    })
    return { version, platforms }
  }

  return {
    isFresh: (platform, inputs) => readBuilt(platform)?.inputs === inputs,
    write,
    put(entry, inputs) {
      const bytes = readFileSync(join(folder, entry.file))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const download = { ...entry, version, bytes: bytes.length, sha256 }
      write(`.built-${entry.platform}.json`, JSON.stringify({ inputs, download }, null, 2))
    },
    save() {
      for (;;) {
        const listed = list()
        const { platforms } = listed
        write(CHECKSUMS, platforms.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(''))
        write(MANIFEST, `${JSON.stringify(listed, null, 2)}\n`)
        // Another process may have described a program since the list was made, and written its manifest before this one.
        if (JSON.stringify(list()) === JSON.stringify(listed)) return listed
      }
    },
  }
}

function readJson<T extends TSchema>(schema: T, path: string): Static<T> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Value.Check(schema, value) ? value : null
  } catch {
    return null
  }
}
