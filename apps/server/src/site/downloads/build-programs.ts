import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { DownloadPlatform } from '@pitboard/contract/site/downloads'
import type { Log } from '../../platform/diagnostics/log.ts'
import { VERSION } from '../../platform/config/config.ts'
import { BUILT_FOLDER, listDownloads } from './built-downloads.ts'

/** The last lines of the program say why it failed. */
const OUTPUT_CHARACTERS_MAX = 2_000

interface BuildOptions {
  /** The programs are and will be there. */
  readonly folder?: string
  /** The program builds those that are missing, one after the other. */
  readonly program: string
  readonly log: Log
  /** Ends the building. */
  readonly signal: AbortSignal
}

/**
 * Builds the recorder's programs for people without Node, where this server has none of its version. It runs beside all
 * that is more urgent. Until then, and where it is not possible, they get the portable archive.
 */
export async function buildMissingPrograms(options: BuildOptions): Promise<void> {
  const { folder = BUILT_FOLDER, program, log, signal } = options
  const { version, platforms } = await listDownloads(folder)
  const present = platforms.filter((download) => (download.version ?? version) === VERSION)
  if (present.length === DownloadPlatform.enum.length) return
  log.info('the recorder’s programs are built in the background')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe'], signal })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_CHARACTERS_MAX)
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  try {
    const [code] = await once(child, 'close')
    if (code === 0) log.info('the recorder’s programs are built')
    else log.warn({ output }, 'some of the recorder’s programs could not be built')
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the recorder’s programs could not be built')
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
