import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PREPARE = fileURLToPath(new URL('../../../scripts/prepare.mjs', import.meta.url))
const runProgram = promisify(execFile)

/** Builds what a test needs, once for all processes; a whole run of the tests has built it before. */
export async function ensureBuilt(
  app: 'server' | 'web' | 'compressed' | 'recorder',
): Promise<void> {
  if (process.env['TEST_APPS_ARE_BUILT'] === 'true') return
  await runProgram(process.execPath, [PREPARE, app])
}
