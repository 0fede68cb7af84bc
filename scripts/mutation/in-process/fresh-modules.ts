import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const TEST_REGISTRY = new URL('./test-registry.ts', import.meta.url).href
const RUN = 'run'

/**
 * Loads files with everything of ours that they import once more for each run, so that a run starts
 * with fresh modules but in the same process. Packages of others are loaded once, and so is what
 * lies in `stable` folders, which import nothing that is mutated.
 */
export function createFreshImport(root: string, stable: readonly string[]) {
  const ours = pathToFileURL(root + sep).href
  const stableUrls = stable.map((path) => pathToFileURL(join(root, path)).href)
  const sources = new Map<string, string>()
  let run = 0
  let loaded = new Set<string>()

  const isFresh = (url: string) =>
    url.startsWith(ours) &&
    fileOf(url).endsWith('.ts') &&
    !url.includes('/node_modules/') &&
    !stableUrls.some((path) => url === path || url.startsWith(`${path}/`))

  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'node:test' && context.parentURL?.startsWith(ours)) {
        return { url: TEST_REGISTRY, shortCircuit: true }
      }
      const resolved = nextResolve(specifier, context)
      if (!isFresh(resolved.url)) return resolved
      const url = new URL(resolved.url)
      // Tests load modules again with a query of their own, which counts for their imports too.
      if (url.search === '') url.search = new URL(context.parentURL ?? url).search
      url.searchParams.set(RUN, String(run))
      return { ...resolved, url: url.href, shortCircuit: true }
    },
    load(url, context, nextLoad) {
      if (!isFresh(url)) return nextLoad(url, context)
      const file = fileOf(url)
      loaded.add(fileURLToPath(file))
      let source = sources.get(file)
      if (source === undefined) {
        source = stripTypeScriptTypes(readFileSync(fileURLToPath(file), 'utf8'))
        sources.set(file, source)
      }
      return { format: 'module', source, shortCircuit: true }
    },
  })

  /** Resolves with the files that were loaded, as absolute paths. */
  return async (file: string): Promise<ReadonlySet<string>> => {
    run++
    loaded = new Set()
    await import(pathToFileURL(join(root, file)).href)
    return loaded
  }
}

function fileOf(url: string): string {
  return url.split('?')[0] ?? url
}
