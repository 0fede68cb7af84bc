import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { unpackChromium } from './packaged-chromium.ts'

/** A Chromium is looked for there; a test describes other systems than its own. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  canRun(path: string): boolean
}

/** The one without windows stands first: pages take about half the processor time in it. */
const NAMES_IN_PATH = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const MAC_PROGRAMS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS_PROGRAMS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, else one that is installed on this machine, else the one that comes
 * with npm. Throws with advice if there is none.
 */
export async function ensureChromium(): Promise<string> {
  const found = findInstalledChromium(thisMachine()) ?? (await unpackChromium())
  if (found === null) throw new Error(adviseOnChromium(process.platform))
  return found
}

/** Finds a Chromium; Chrome and Edge serve as well. Returns null without any of them. */
export function findInstalledChromium(machine: Machine): string | null {
  const named = machine.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return named
  return listUsualPlaces(machine).find((path) => machine.canRun(path)) ?? null
}

function listUsualPlaces({ platform, env, home }: Machine): string[] {
  if (platform === 'win32') {
    return [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => WINDOWS_PROGRAMS.map((program) => win32.join(folder, program)))
  }
  const inPath = (env['PATH'] ?? '')
    .split(posix.delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES_IN_PATH.map((name) => posix.join(folder, name)))
  if (platform !== 'darwin') return inPath
  const applications = ['/Applications', posix.join(home, 'Applications')]
  return [
    ...inPath,
    ...applications.flatMap((folder) => MAC_PROGRAMS.map((program) => posix.join(folder, program))),
  ]
}

const HOW_TO_INSTALL: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'brew install --cask chromium',
  win32: 'winget install Google.Chrome',
  linux: 'apt-get install chromium-headless-shell (Debian), dnf install chromium-headless (Fedora)',
}

/** Returns what a person on this system can do when there is no Chromium at all. */
export function adviseOnChromium(platform: NodeJS.Platform): string {
  const command = HOW_TO_INSTALL[platform]
  const install = command === undefined ? 'Install one' : `Install one: ${command}`
  return `The browser tests need Chromium, Chrome or Edge. ${install}. Or set CHROMIUM_PATH to its program.`
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: homedir(), canRun }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
