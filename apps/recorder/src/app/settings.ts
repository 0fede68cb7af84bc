import { UpdateKey } from '@pitboard/contract/ingest/recorder-update'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { DISK_LIMIT_GB } from '../arguments.ts'
import { errorCode } from '../failure.ts'
import { homedir } from 'node:os'

const NAME = 'settings.json'

const Target = Type.Object({ server: Type.String(), user: Type.String(), key: Type.String() })

export const Settings = Type.Object({
  /** It is null until the recorder is paired. */
  target: Type.Union([Target, Type.Null()]),
  /** Updates of the server are signed with this key; null where it had none at the pairing. */
  updateKey: Type.Union([UpdateKey, Type.Null()]),
  listenPort: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** The form is "127.0.0.1:20778". */
  forwards: Type.Array(Type.String(), { maxItems: 20 }),
  /** Null stands for no limit. */
  diskLimitGb: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }), Type.Null()]),
  /** Null stands for the usual folder. */
  spool: Type.Union([Type.String(), Type.Null()]),
})
export type Settings = Static<typeof Settings>

const fresh: Settings = {
  target: null,
  updateKey: null,
  listenPort: 20_777,
  forwards: [],
  diskLimitGb: DISK_LIMIT_GB,
  spool: null,
}

export interface SettingsFile {
  readonly current: Settings
  readonly changeSettings: (part: Partial<Settings>) => void
}

/** Opens the settings in the user's folder. A file that can't be read is renamed, never overwritten. */
export function openSettings(folder: string, onNote: (text: string) => void): SettingsFile {
  const path = join(folder, NAME)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let current = read()

  function read(): Settings {
    const text = readIfThere(path)
    if (text === null) return fresh
    try {
      const stored: unknown = JSON.parse(text)
      if (typeof stored === 'object' && stored !== null) {
        const value: unknown = { ...fresh, ...stored }
        if (Value.Check(Settings, value)) return value
      }
    } catch {
      // What is no JSON is treated like settings that make no sense.
    }
    renameSync(path, `${path}.unreadable`)
    onNote(`The settings could not be read; they are in ${path}.unreadable now`)
    return fresh
  }

  return {
    get current() {
      return current
    },
    changeSettings(part) {
      current = { ...current, ...part }
      // It holds the recorder key: readable for this user only, and written atomically.
      writeFileSync(`${path}.new`, `${JSON.stringify(current, null, 2)}\n`, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Returns the user's folder for settings, by the conventions of the operating system. */
export function configFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string {
  if (platform === 'win32') {
    return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Pitboard')
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pitboard')
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'pitboard')
}
