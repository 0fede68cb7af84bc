import { homedir } from 'node:os'
import { join } from 'node:path'

/** The user's folder for settings, by the customs of the system. */
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
