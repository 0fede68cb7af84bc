import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserName } from './browser-name.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

for (const [browser, system, userAgent] of [
  ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Edge', 'Windows', `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140 Safari/537.36 Edg/140`],
  ['Edge', 'Windows', `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/18 Safari/537.36 Edge/18`],
  [
    'Edge',
    'Android',
    `Mozilla/5.0 (Linux; Android 10) ${WEBKIT} Chrome/140 Safari/537.36 EdgA/140`,
  ],
  ['Edge', 'iOS', `Mozilla/5.0 (iPhone; like Mac OS X) ${WEBKIT} EdgiOS/140 Safari/604.1`],
  ['Opera', 'macOS', `Mozilla/5.0 (Macintosh; Intel) ${WEBKIT} Chrome/140 Safari/537.36 OPR/110`],
  ['Samsung Internet', 'Android', `(Linux; Android 10) SamsungBrowser/25 Chrome/121 Safari/537.36`],
  ['Chrome', 'ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/140 Safari/537.36`],
  ['Chrome', 'iOS', `Mozilla/5.0 (iPad; CPU OS 18 like Mac OS X) CriOS/140 Safari/604.1`],
  ['Safari', 'macOS', `Mozilla/5.0 (Mac OS X 10_15) AppleWebKit/605 Version/18 Safari/605`],
  ['Node', null, 'node'],
  ['Node', null, 'Node.js/24'],
  ['Firefox', 'Linux', 'X11 Firefox/1'],
  [null, null, 'my node'],
  [null, null, 'Chrome'],
  [null, null, ''],
  [null, null, null],
] as const) {
  test(`${userAgent} is ${browser} on ${system}`, () => {
    assert.deepEqual(browserName(userAgent), { browser, system })
  })
}
