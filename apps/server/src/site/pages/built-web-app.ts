import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeMarkup } from '../../platform/html/page.ts'

/** One entry of Vite's manifest. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** The web app as it was built: its page and what each part of it loads. */
export interface BuiltWebApp {
  readonly template: string
  /** Of source files below `src`. Links that make the browser fetch a page's parts with the entry, not after it. */
  hints(modules: readonly string[]): string
}

const ENTRY = 'index.html'

export function readBuiltWebApp(folder: string): BuiltWebApp {
  const manifest = readManifest(join(folder, '.vite/manifest.json'))
  const entry = chunksOf(manifest, ENTRY)
  // Text that is painted in another face first would jump when its own arrives. Letters that few
  // pages have come when one has them.
  const fonts = [...entry]
    .flatMap(({ assets = [] }) => assets)
    .filter((file) => file.endsWith('.woff2') && !file.includes('latin-ext'))
    .map((file) => link('preload', file, 'as="font" type="font/woff2" crossorigin'))
  const made = new Map<string, string>()
  const make = (modules: readonly string[]) => {
    const chunks = new Set(modules.flatMap((module) => [...chunksOf(manifest, `src/${module}`)]))
    const own = [...chunks].filter((chunk) => !entry.has(chunk))
    return [
      ...fonts,
      ...own.map(({ file }) => link('modulepreload', file, 'crossorigin')),
      ...own
        .flatMap(({ css = [] }) => css)
        .map((file) => link('preload', file, 'as="style" crossorigin')),
    ].join('\n    ')
  }
  return {
    template: readFileSync(join(folder, ENTRY), 'utf8'),
    hints(modules) {
      const key = modules.join()
      const hints = made.get(key) ?? make(modules)
      made.set(key, hints)
      return hints
    },
  }
}

/** The address of the script that the page loads first; its name changes with every release. */
export function findWebAppEntry(folder: string): string | null {
  const page = join(folder, ENTRY)
  if (!existsSync(page)) return null
  return /<script[^>]* src="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? null
}

function readManifest(path: string): Manifest {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** A module's chunk and all it imports at once; none where the build knows no such module. */
function chunksOf(manifest: Manifest, module: string, seen = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[module]
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  for (const name of chunk.imports ?? []) chunksOf(manifest, name, seen)
  return seen
}

function link(rel: string, file: string, rest: string): string {
  return `<link rel="${rel}" href="/${escapeMarkup(file)}" ${rest} />`
}
