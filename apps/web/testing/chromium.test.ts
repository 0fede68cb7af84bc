import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviseOnChromium, findInstalledChromium } from './chromium.ts'

const NOTHING = { platform: 'linux', env: {}, home: '/home/ada' } as const

const PLACES = [
  {
    name: 'Debian has one without windows, which is preferred to the one with windows',
    machine: { ...NOTHING, env: { PATH: '/usr/local/bin:/usr/bin' } },
    installed: ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'],
    found: '/usr/bin/chromium-headless-shell',
  },
  {
    name: 'Edge on Linux',
    machine: { ...NOTHING, env: { PATH: '/usr/bin' } },
    installed: ['/usr/bin/microsoft-edge'],
    found: '/usr/bin/microsoft-edge',
  },
  {
    name: 'an empty part of PATH is not the working folder',
    machine: { ...NOTHING, env: { PATH: ':/usr/bin:' } },
    installed: ['chromium', '/usr/bin/google-chrome'],
    found: '/usr/bin/google-chrome',
  },
  {
    name: 'Chrome on macOS, for all users',
    machine: { ...NOTHING, platform: 'darwin', env: { PATH: '/usr/bin' } },
    installed: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    found: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  },
  {
    name: 'Chromium on macOS, for one user',
    machine: { ...NOTHING, platform: 'darwin', home: '/Users/ada' },
    installed: ['/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium'],
    found: '/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium',
  },
  {
    name: 'Edge on Windows, where it always is',
    machine: {
      ...NOTHING,
      platform: 'win32',
      env: { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' },
    },
    installed: ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
    found: 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  },
  {
    name: 'Chrome on Windows, for one user',
    machine: {
      ...NOTHING,
      platform: 'win32',
      env: { LOCALAPPDATA: 'C:\\Users\\Ada\\AppData\\Local' },
    },
    installed: ['C:\\Users\\Ada\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'],
    found: 'C:\\Users\\Ada\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
  },
  {
    name: 'CHROMIUM_PATH comes before what is installed',
    machine: { ...NOTHING, env: { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/chromium' } },
    installed: ['/usr/bin/chromium'],
    found: '/opt/chromium',
  },
  {
    name: 'an empty CHROMIUM_PATH names none',
    machine: { ...NOTHING, env: { PATH: '/usr/bin', CHROMIUM_PATH: '' } },
    installed: ['/usr/bin/chromium'],
    found: '/usr/bin/chromium',
  },
  { name: 'nothing is installed', machine: NOTHING, installed: [], found: null },
] as const

for (const { name, machine, installed, found } of PLACES) {
  test(`where Chromium is found: ${name}`, () => {
    const programs: readonly string[] = installed
    const canRun = (path: string) => programs.includes(path)
    assert.equal(findInstalledChromium({ ...machine, canRun }), found)
  })
}

for (const [platform, command] of [
  ['linux', 'apt-get install chromium-headless-shell'],
  ['darwin', 'brew install --cask chromium'],
  ['win32', 'winget install Google.Chrome'],
  ['freebsd', 'CHROMIUM_PATH'],
] as const) {
  test(`without Chromium, ${platform} is told how to get it`, () => {
    assert.ok(adviseOnChromium(platform).includes(command))
  })
}
