import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The commit is that of the release before this one: 1.0.0. A new release puts its predecessor here. */
export const PREVIOUS_RELEASE = 'c57d3e499fb8c24a1655413b1d85b2e7eddcb244'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WORKSPACES = ['apps/recorder', 'apps/server', 'packages', 'sim']

export interface Release {
  readonly server: string
  readonly recorder: string
}

/**
 * Unpacks the programs of an earlier release from the history of the repository: only what its own server has written
 * is data of that release. It runs with the packages that are installed now.
 */
export function unpackRelease(t: TestContext, commit: string): Release {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-release-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status !== 0) {
    throw new Error(
      `This clone lacks the commit ${commit} of the release before: git fetch --unshallow`,
    )
  }
  const archive = execFileSync('git', ['archive', commit, 'package.json', ...WORKSPACES], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  return {
    server: join(folder, 'apps/server/src/main.ts'),
    recorder: join(folder, 'apps/recorder/src/main.ts'),
  }
}

/** Packages of others are those of this clone; ours are the release's own. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  const ours = join(modules, '@pitboard')
  mkdirSync(ours, { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@pitboard') continue
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  const packages = readdirSync(join(folder, 'packages')).map((name) => join('packages', name))
  for (const path of ['apps/recorder', 'apps/server', 'sim', ...packages]) {
    const name = path.slice(dirname(path).length).replace(/^\//, '') || path
    symlinkSync(join(folder, path), join(ours, name))
  }
  symlinkSync(join(ROOT, 'apps/server/node_modules'), join(folder, 'apps/server/node_modules'))
}
