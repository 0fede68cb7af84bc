import type { DownloadPlatform } from '@pitboard/contract/site/downloads'

/** A browser reports this of its machine; only Chromium has the hints. */
export interface Machine {
  readonly userAgent: string
  readonly platform?: string | undefined
  readonly architecture?: string | undefined
  /** Counts simultaneous touches. */
  readonly touchPoints?: number | undefined
}

/** Returns whether it is a phone or a tablet, which runs no recorder at all. */
export function isHandheld({ userAgent, touchPoints = 0 }: Machine): boolean {
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  return /Android|iPhone|iPad/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}

/** Returns the recorder for this machine; the portable one where nothing is known to run. */
export function visitorPlatform(machine: Machine): DownloadPlatform {
  const { userAgent, platform, architecture } = machine
  const system = platform || userAgent
  if (isHandheld(machine) || /CrOS|Chrome OS/i.test(`${system} ${userAgent}`)) return 'portable'
  if (/Windows/i.test(system)) return 'windows-x64'
  // Browsers call every Mac an Intel one; most that are in use are not.
  if (/mac/i.test(system)) return architecture === 'x86' ? 'macos-x64' : 'macos-arm64'
  if (!/Linux/i.test(system)) return 'portable'
  return architecture === 'arm' || /aarch64|arm64/i.test(userAgent) ? 'linux-arm64' : 'linux-x64'
}
