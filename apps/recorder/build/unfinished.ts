import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const UNFINISHED = /\.(\d+)\.new(?:\.|$)/

/** What this process makes has a name that tells, until it is complete. */
export function unfinishedName(name: string): string {
  return `${name}.${process.pid}.new`
}

/** Removes what builds that were killed have left in a folder: up to 200 MB each. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = UNFINISHED.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
