import { isSea } from 'node:sea'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'

/** The recorder was installed like this: only a program of one file can replace itself. */
export type Installation =
  | { readonly kind: 'program'; readonly path: string; readonly platform: DownloadPlatform }
  /** The user replaces the portable archive. */
  | { readonly kind: 'archive' }
  /** It was started from the sources, which are updated with them. */
  | { readonly kind: 'sources' }

const PLATFORMS = new Map<string, DownloadPlatform>([
  ['win32-x64', 'windows-x64'],
  ['linux-x64', 'linux-x64'],
  ['linux-arm64', 'linux-arm64'],
  ['darwin-arm64', 'macos-arm64'],
  ['darwin-x64', 'macos-x64'],
])

interface RunningProgram {
  readonly platform: NodeJS.Platform
  readonly arch: NodeJS.Architecture
  /** The program is one file with everything in it. */
  readonly isOneFile: boolean
  readonly path: string
  readonly script: string | undefined
}

export function findInstallation(
  { platform, arch, isOneFile, path, script }: RunningProgram = readProcess(),
): Installation {
  const download = PLATFORMS.get(`${platform}-${arch}`)
  if (isOneFile && download !== undefined) return { kind: 'program', path, platform: download }
  return { kind: script?.endsWith('.cjs') === true ? 'archive' : 'sources' }
}

function readProcess(): RunningProgram {
  const { platform, arch, execPath: path, argv } = process
  return { platform, arch, isOneFile: isSea(), path, script: argv[1] }
}
