import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown, RolldownMagicString } from 'rolldown'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVER = join(ROOT, 'apps/server')
const DIST = join(SERVER, 'dist')
const PACKAGE = /[\\/]node_modules[\\/]/
const MIGRATION_FILES = /[\\/]platform[\\/]db[\\/]migration-files\.ts$/
/** These are packages of compiled code, and those that read files beside their own. */
const NOT_BUNDLED = /^(sharp|@resvg\/resvg-js|@node-rs\/(argon2|bcrypt)|@fastify\/swagger-ui)($|\/)/
/** Such a module is a script of its own, for a thread or a process. */
const SCRIPT = /new URL\('([\w-]+\.ts)', import\.meta\.url\)/g
const PLACE = /import\.meta\.(url|dirname)/g
/** Files of one build are written within it. */
const BUILD_MS_MAX = 60_000

/**
 * Bundles the server as few files: its own modules and those of packages, with what is imported late in files of its
 * own. What it reads beside its sources it finds there.
 */
export async function bundleServer(): Promise<{ chunks: number; bytes: number }> {
  const former = listFormer()
  const build = await rolldown({
    input: { main: join(SERVER, 'src/main.ts') },
    platform: 'node',
    external: NOT_BUNDLED,
    plugins: [migrationLists, ownPlaces, mapsOfOwnSources],
  })
  try {
    const { output } = await build.write({
      dir: DIST,
      format: 'esm',
      // The engine holds a text in two bytes a character if one of them needs it.
      charset: 'ascii',
      comments: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
    })
    const current = new Set(output.map(({ fileName }) => fileName))
    for (const name of former) if (!current.has(name)) rmSync(join(DIST, name), { force: true })
    const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file.code.length] : []))
    return { chunks: chunks.length, bytes: chunks.reduce((sum, bytes) => sum + bytes, 0) }
  } finally {
    await build.close()
  }
}

/** Lists the files of builds before the last one: a server that runs may still load those of the last. */
function listFormer(): string[] {
  const lastAtMs = statSync(join(DIST, 'main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (lastAtMs === 0) return []
  return readdirSync(DIST).filter(
    (name) => statSync(join(DIST, name)).mtimeMs < lastAtMs - BUILD_MS_MAX,
  )
}

/** Sources that run themselves read this from a folder. */
const migrationLists: Plugin = {
  name: 'the lists of migrations',
  load: {
    filter: { id: MIGRATION_FILES },
    handler(id) {
      const list = (folder: string) => {
        const files = readdirSync(join(dirname(id), folder)).filter((file) => file.endsWith('.ts'))
        const entries = files.map(
          (file) => `'${basename(file, '.ts')}': () => import('./${folder}/${file}')`,
        )
        return `{ ${entries.join(', ')} }`
      }
      return `export const EARLIER_VERSIONS = ${list('earlier-versions')}
export const MIGRATIONS = ${list('migrations')}`
    },
  },
}

/** Scripts become files of the bundle. Everything else that a module names by its own place stays where it is. */
const ownPlaces: Plugin = {
  name: 'places of the sources',
  transform: {
    filter: { id: { exclude: PACKAGE }, code: PLACE },
    handler(source, id) {
      const code = new RolldownMagicString(source)
      const scripts = new Set<number>()
      for (const { 0: text, 1: name = '', index } of source.matchAll(SCRIPT)) {
        const file = join(dirname(id), name)
        if (!existsSync(file))
          throw new Error(`${relative(ROOT, id)} starts ${name}: no such file.`)
        const script = this.emitFile({ type: 'chunk', id: file, name: basename(name, '.ts') })
        code.overwrite(index, index + text.length, `new URL(import.meta.ROLLUP_FILE_URL_${script})`)
        scripts.add(index + text.indexOf('import.meta'))
      }
      for (const { 0: text, 1: kind, index } of source.matchAll(PLACE)) {
        if (scripts.has(index)) continue
        const path = relative(DIST, kind === 'url' ? id : dirname(id)).replaceAll('\\', '/')
        const url = `new URL('${path}', import.meta.url)`
        const place =
          kind === 'url'
            ? `${url}.href`
            : `process.getBuiltinModule('node:url').fileURLToPath(${url})`
        code.overwrite(index, index + text.length, place)
      }
      return {
        code: code.toString(),
        map: code.generateMap({ source: id, hires: true }).toString(),
      }
    },
  },
}

/** Without those of packages they are less than half as large. */
const mapsOfOwnSources: Plugin = {
  name: 'no maps of packages',
  transform: {
    filter: { id: PACKAGE },
    handler: (code) => ({ code, map: { mappings: '', names: [], sources: [], version: 3 } }),
  },
}
