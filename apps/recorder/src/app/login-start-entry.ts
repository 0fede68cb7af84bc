import { join, posix } from 'node:path'

/** An entry makes the system start a program when its user signs in. */
export type LoginStartEntry =
  | {
      readonly kind: 'registry'
      readonly query: readonly string[]
      readonly add: readonly string[]
      readonly remove: readonly string[]
    }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly text: string
      /** A link to the file enables it; null where the file is enough. */
      readonly link: string | null
    }

interface Home {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const NAME = 'pitboard-recorder'
const RUN_KEY = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
const VALUE_NAME = 'Pitboard Recorder'

/**
 * Describes the entry that starts `command` for this user alone; returns null where the system has no way that we know.
 */
export function describeLoginStart(
  platform: NodeJS.Platform,
  command: readonly string[],
  { home, env }: Home,
): LoginStartEntry | null {
  if (platform === 'win32') return describeRegistry(command)
  if (platform === 'darwin') {
    const path = posix.join(home, 'Library/LaunchAgents', `${NAME}.plist`)
    return { kind: 'file', path, text: describeAgent(command), link: null }
  }
  if (platform !== 'linux') return null
  const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'systemd/user')
  return {
    kind: 'file',
    path: join(folder, `${NAME}.service`),
    text: describeUnit(command),
    // `systemctl --user enable` makes this link.
    link: join(folder, 'default.target.wants', `${NAME}.service`),
  }
}

/** The recorder starts in the background, since a console window would cover what the user does. */
function describeRegistry(command: readonly string[]): LoginStartEntry {
  const value = [...command.map(quoteForWindows), '--background'].join(' ')
  const named = ['/v', VALUE_NAME]
  return {
    kind: 'registry',
    query: ['query', RUN_KEY, ...named],
    add: ['add', RUN_KEY, ...named, '/t', 'REG_SZ', '/d', value, '/f'],
    remove: ['delete', RUN_KEY, ...named, '/f'],
  }
}

function quoteForWindows(word: string): string {
  return /^[\w-]+$/.test(word) ? word : `"${word}"`
}

function describeUnit(command: readonly string[]): string {
  return `[Unit]
Description=Pitboard recorder

[Service]
ExecStart=${command.map(quoteForSystemd).join(' ')}
Restart=on-failure
RestartSec=10

[Install]
WantedBy=default.target
`
}

/** `%` and `$` stand for something else in a unit. */
function quoteForSystemd(word: string): string {
  const escaped = word.replaceAll(/["\\]/g, String.raw`\$&`)
  return `"${escaped.replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
}

function describeAgent(command: readonly string[]): string {
  const words = command.map((word) => `    <string>${escapeXml(word)}</string>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${NAME}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
</dict>
</plist>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
