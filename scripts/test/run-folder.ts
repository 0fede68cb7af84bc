import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tieToThisProcess } from '@pitboard/server/testing/tie'

const MEMORY = '/dev/shm'
/** A run fills at most 1 GB. */
const FREE_MIN_BYTES = 4 * 2 ** 30

interface RunFolder {
  readonly path: string
  remove(): void
}

/**
 * Makes the folder for everything that a run of the tests writes. It is in memory where there is room: a test database
 * is 600 files, and creating them on a disk after others were removed takes 20 times as long.
 */
export function makeRunFolder(): RunFolder {
  const path = makeIn(MEMORY) ?? mkdtempSync(join(tmpdir(), 'pitboard-test-'))
  // Some tests are another user for a while.
  chmodSync(path, 0o1777)
  const release = tieToThisProcess([path])
  return {
    path,
    remove() {
      release()
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function makeIn(memory: string): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < FREE_MIN_BYTES || process.availableMemory() < FREE_MIN_BYTES) return null
    const path = mkdtempSync(join(memory, 'pitboard-test-'))
    if (runsPrograms(path)) return path
    rmSync(path, { recursive: true })
  } catch {
    // It does not exist, or we may not write to it.
  }
  return null
}

/** Containers often mount it so that nothing in it can be run. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
