import { isSea } from 'node:sea'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'

/** How this recorder was installed: only a program of one file can replace itself. */
export type Installation =
  | { readonly kind: 'program'; readonly path: string; readonly platform: DownloadPlatform }
  /** The portable archive, which its user replaces. */
  | { readonly kind: 'archive' }
  /** Started from the sources, which are updated with them. */
  | { readonly kind: 'sources' }

const PLATFORMS = new Map<string, DownloadPlatform>([
  ['win32-x64', 'windows-x64'],
  ['linux-x64', 'linux-x64'],
  ['linux-arm64', 'linux-arm64'],
  ['darwin-arm64', 'macos-arm64'],
  ['darwin-x64', 'macos-x64'],
])

export function findInstallation(): Installation {
  const platform = PLATFORMS.get(`${process.platform}-${process.arch}`)
  if (isSea() && platform !== undefined) {
    return { kind: 'program', path: process.execPath, platform }
  }
  return { kind: process.argv[1]?.endsWith('.cjs') === true ? 'archive' : 'sources' }
}
