import { SERVER_FILE, serverInName } from '@pitboard/contract/site/server-in-download'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checkServer } from '../arguments.ts'

/** Returns the server that this recorder was downloaded from, or that the environment names; else null. */
export function findKnownServer(
  env: NodeJS.ProcessEnv = process.env,
  programs: readonly string[] = [process.execPath, ...process.argv.slice(1, 2)],
): string | null {
  const found = [
    env['PITBOARD_SERVER'] ?? null,
    ...programs.map((path) => serverInName(basename(path))),
    ...programs.map((path) => readServerFile(dirname(path))),
  ]
  for (const address of found) {
    if (address === null || address === '') continue
    try {
      return checkServer(address, 'The server address')
    } catch {
      // Somebody has changed the file or the name, so the page asks for the address.
    }
  }
  return null
}

function readServerFile(folder: string): string | null {
  try {
    return readFileSync(join(folder, SERVER_FILE), 'utf8').trim()
  } catch {
    return null
  }
}
