import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGE = join(ROOT, 'packages/client')
const NAME = '@pitboard/client'
const CONTRACT = '@pitboard/contract/'
/** The name is within the package: what the client imports of the contract is part of its own package. */
const OWN_CONTRACT = `${NAME}/contract/`

/**
 * Builds the client with the contract in it as modules with types, so that the package depends on nothing private.
 * Returns its folder.
 */
export function buildClient(): string {
  const work = mkdtempSync(join(PACKAGE, '.build-'))
  const folder = join(PACKAGE, 'dist')
  try {
    compile(work)
    rmSync(folder, { recursive: true, force: true })
    cpSync(join(work, 'out/client/src'), join(work, 'package'), { recursive: true })
    cpSync(join(work, 'out/contract/src'), join(work, 'package/contract'), { recursive: true })
    for (const file of globSync('**/*.{js,d.ts}', { cwd: join(work, 'package') })) {
      nameOwnModules(join(work, 'package', file))
    }
    writeFileSync(join(work, 'package/package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
    copyFileSync(join(PACKAGE, 'README.md'), join(work, 'package/README.md'))
    renameSync(join(work, 'package'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return folder
}

function compile(work: string): void {
  const project = join(work, 'tsconfig.json')
  const settings = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(ROOT, 'packages'),
      outDir: join(work, 'out'),
    },
    include: [join(PACKAGE, 'src'), join(ROOT, 'packages/contract/src')],
    exclude: [
      join(ROOT, 'packages/*/src/**/*.test.ts'),
      join(ROOT, 'packages/contract/src/openapi'),
    ],
  }
  writeFileSync(project, JSON.stringify(settings))
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', project], {
    stdio: 'inherit',
  })
}

/** Renames modules, since declarations retain the names of the sources. */
function nameOwnModules(path: string): void {
  const text = readFileSync(path, 'utf8')
    .replaceAll(CONTRACT, OWN_CONTRACT)
    .replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js')
  writeFileSync(path, text)
}

function manifest(): object {
  const { version } = readManifest('package.json')
  const { dependencies } = readManifest('packages/contract/package.json')
  return {
    name: NAME,
    version,
    description: 'Typed client of the API and the live stream of a Pitboard server',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22' },
    exports: { './contract/*': './contract/*.js', './*': './*.js' },
    dependencies,
  }
}

function readManifest(file: string) {
  const manifest: { readonly version?: string; readonly dependencies?: object } = JSON.parse(
    readFileSync(join(ROOT, file), 'utf8'),
  )
  return manifest
}
