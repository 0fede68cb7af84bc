import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isHandheld, visitorPlatform, type Machine } from './visitor-platform.ts'

const MACHINES: readonly (readonly [string, Machine])[] = [
  [
    'windows-x64',
    { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Firefox/145.0' },
  ],
  ['windows-x64', { userAgent: '', platform: 'Windows', architecture: 'x86' }],
  ['linux-x64', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0' }],
  ['linux-arm64', { userAgent: 'Mozilla/5.0 (X11; Linux aarch64) Firefox/145.0' }],
  [
    'linux-arm64',
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', platform: 'Linux', architecture: 'arm' },
  ],
  ['macos-arm64', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15' }],
  ['macos-x64', { userAgent: '', platform: 'macOS', architecture: 'x86' }],
  ['portable', { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142' }],
  ['portable', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }],
  ['portable', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', touchPoints: 5 }],
  ['portable', { userAgent: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/142' }],
  ['portable', { userAgent: '' }],
]

describe('the recorder for the visitor’s machine', () => {
  for (const [platform, machine] of MACHINES) {
    test(`${JSON.stringify(machine)}: ${platform}`, () => {
      assert.equal(visitorPlatform(machine), platform)
    })
  }
})

test('phones and tablets are told apart from machines that run a recorder', () => {
  const handheld = MACHINES.filter(([, machine]) => isHandheld(machine))
  assert.deepEqual(
    handheld.map(([, { userAgent }]) => /Android|iPhone|Macintosh/.exec(userAgent)?.[0]),
    ['Android', 'iPhone', 'Macintosh'],
  )
})
