import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The one without windows first: pages take about half the processor time in it. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The path of an installed Chromium: CHROMIUM_PATH, else the first one in PATH, else null. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined) return named
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) if (canRun(join(folder, name))) return join(folder, name)
  }
  return null
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
