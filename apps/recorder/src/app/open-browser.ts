import { spawn } from 'node:child_process'

/** Opens the default browser. Without a browser nothing happens: the address is printed too. */
export function openBrowser(address: string): void {
  const [command, ...args] = browserCommand(address, process.platform)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

export function browserCommand(
  address: string,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  if (platform === 'darwin') return ['open', address]
  return ['xdg-open', address]
}
