import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const OWN_SCOPE = '@pitboard'
const NESTED = 'apps/server/node_modules'

/**
 * Copies the sources to a folder in which they can be mutated. Packages of others are links; ours
 * resolve inside of the copy, because a link to them would load what is not mutated.
 */
export function copySources(root: string, folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  if (existsSync(join(root, NESTED))) symlinkSync(join(root, NESTED), join(folder, NESTED))
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name !== OWN_SCOPE) symlinkSync(join(from, name), join(to, name))
  }
  // These links are relative: in the copy they lead to the copy.
  cpSync(join(from, OWN_SCOPE), join(to, OWN_SCOPE), { recursive: true, verbatimSymlinks: true })
}
