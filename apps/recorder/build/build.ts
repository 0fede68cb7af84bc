import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Downloads } from '@pitboard/contract/site/downloads'
import { bundleRecorder } from './bundle.ts'
import { LOGO } from './logo.ts'
import { openManifest } from './manifest.ts'
import { VERSION as version } from '@pitboard/recorder/version'
import { programPlatforms } from './platforms.ts'
import { makePortable, PORTABLE_FILE } from './portable.ts'
import { buildProgram } from './program.ts'
import { removeUnfinished } from './unfinished.ts'

export const DIST = fileURLToPath(new URL('../dist', import.meta.url))
/** These packages put a program together: another version of theirs may give other bytes. */
const packages = ['postject', 'resedit', 'pe-library', '@resvg/resvg-js'].map((name) =>
  fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url)),
)

interface BuildOptions {
  /** These platforms are built; all of them where it is left out. */
  readonly only?: readonly string[]
  /** The program signs the one for Windows; null leaves it unsigned. */
  readonly signer?: string | null
  readonly onBuild: (platform: string) => void
}

/** Makes what is missing or older than its sources, and lists all there is. */
export async function buildRecorder(options: BuildOptions): Promise<Downloads> {
  const { only, onBuild, signer = null } = options
  const bundle = await bundleRecorder(version)
  const recipe = recipeOf(bundle)
  mkdirSync(DIST, { recursive: true })
  removeUnfinished(DIST)
  const manifest = openManifest(DIST, version)

  for (const target of programPlatforms) {
    if (only !== undefined && !only.includes(target.platform)) continue
    const isSigned = signer !== null && target.format === 'pe'
    const inputs = digest(recipe, JSON.stringify(target), ...(isSigned ? [signer] : []))
    if (manifest.isFresh(target.platform, inputs)) continue
    onBuild(target.platform)
    await buildProgram(target, bundle, DIST, signer)
    const { platform, file } = target
    manifest.put({ platform, file, kind: 'program', ...(isSigned && { isSigned }) }, inputs)
    // A server offers it while the next one is built.
    manifest.save()
  }
  if ((only === undefined || only.includes('portable')) && !manifest.isFresh('portable', recipe)) {
    onBuild('portable')
    manifest.write(PORTABLE_FILE, await makePortable(bundle, version))
    manifest.put({ platform: 'portable', file: PORTABLE_FILE, kind: 'archive' }, recipe)
  }
  return manifest.save()
}

/** Returns a digest of all that a file is made from beside its platform's Node: the bundle, and how it is put in. */
function recipeOf(bundle: string): string {
  const folder = import.meta.dirname
  const steps = readdirSync(folder)
    .filter((name) => !name.includes('.test.'))
    .toSorted()
  return digest(
    bundle,
    ...[...steps.map((name) => join(folder, name)), ...packages, LOGO].map(read),
  )
}

function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest('hex')
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
