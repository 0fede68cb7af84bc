import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeMarkup } from '../../platform/html/page.ts'

/** Vite's manifest has such entries. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export interface BuiltWebApp {
  readonly template: string
  /** The content security policy names scripts within the page by these hashes. */
  readonly scriptHashes: readonly string[]
  /** Returns preload links for the chunks of these source files below `src`. */
  hints(modules: readonly string[]): string
}

const ENTRY = 'index.html'
const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g

/**
 * The shells are the site with its router, the page that streams lay over their picture, and what other sites embed.
 */
const SHELLS = {
  site: { file: ENTRY, manifest: '.vite/manifest.json' },
  overlay: { file: 'overlay.html', manifest: '.vite/overlay-manifest.json' },
  embed: { file: 'embed.html', manifest: '.vite/embed-manifest.json' },
} as const
export type Shell = keyof typeof SHELLS

export function readBuiltWebApp(folder: string, shell: Shell): BuiltWebApp {
  const { file: page, manifest: manifestFile } = SHELLS[shell]
  const manifest = readManifest(join(folder, manifestFile))
  const entry = chunksOf(manifest, page)
  // Preloaded fonts avoid a jump of the text. Rare letters are loaded on demand.
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
  const template = readFileSync(join(folder, page), 'utf8')
  return {
    template,
    scriptHashes: Array.from(template.matchAll(INLINE_SCRIPT), ([, script = '']) => {
      return `sha256-${createHash('sha256').update(script).digest('base64')}`
    }),
    hints(modules) {
      const key = modules.join()
      const hints = made.get(key) ?? make(modules)
      made.set(key, hints)
      return hints
    },
  }
}

/** Returns the address of the entry script, which changes with every release. */
export function findWebAppEntry(folder: string): string | null {
  const page = join(folder, ENTRY)
  if (!existsSync(page)) return null
  return /<script[^>]* src="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? null
}

function readManifest(path: string): Manifest {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Returns a module's chunk with its static imports; empty for an unknown module. */
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
