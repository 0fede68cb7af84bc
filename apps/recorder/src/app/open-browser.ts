import { spawn } from 'node:child_process'

/** Opens the default browser; where there is none, nothing happens: the address is printed too. */
export function openBrowser(address: string): void {
  const [command, ...args] = commandFor(address)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

function commandFor(address: string): readonly [string, ...string[]] {
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  if (process.platform === 'darwin') return ['open', address]
  return ['xdg-open', address]
}
