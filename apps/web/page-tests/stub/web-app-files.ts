import { readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

const DIST = join(import.meta.dirname, '../../dist')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

interface WebAppFile {
  readonly type: string
  readonly bytes: Buffer
}

/** These are the files of the built web app, or of another build if its folder is given. */
export interface WebAppFiles {
  /** Every path that is not a file is a page. It returns null for a missing asset. */
  readonly readFile: (path: string) => WebAppFile | null
  /** It returns the entry file, as `GET /api/Site` names it. */
  readonly entry: () => string | null
}

export function openWebAppFiles(folder = DIST): WebAppFiles {
  const read = (path: string) => readFileSync(join(folder, path))
  return {
    readFile(path) {
      const type = TYPES[extname(path)]
      if (type === undefined) {
        return { type: 'text/html; charset=utf-8', bytes: read(pageOf(path)) }
      }
      const isFile = statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false
      return isFile ? { type, bytes: read(path) } : null
    },
    entry: () => /src="(\/assets\/[^"]+\.js)"/.exec(read('index.html').toString())?.[1] ?? null,
  }
}

function pageOf(path: string): string {
  if (path.startsWith('/embed/')) return 'embed.html'
  return path.endsWith('/overlay') ? 'overlay.html' : 'index.html'
}
