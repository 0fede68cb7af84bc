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

interface RunningProgram {
  readonly platform: NodeJS.Platform
  readonly arch: NodeJS.Architecture
  /** Whether the program is one file with everything in it. */
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
