import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DEFAULT_OVERLAY,
  type OverlayOptions,
  overlaySearch,
  readOverlayOptions,
} from './overlay-options.ts'
import { sceneFragment } from './overlay-scene.ts'

function read(search: string, fragment = ''): OverlayOptions {
  return readOverlayOptions(new URLSearchParams(search), fragment)
}

test('an address that is made of options is read as these options', () => {
  const all: readonly OverlayOptions[] = [
    DEFAULT_OVERLAY,
    {
      parts: ['tower', 'battle'],
      columns: ['tyre', 'gap', 'last'],
      rows: 6,
      theme: 'clear',
      language: 'de',
      delaySeconds: 45,
      marked: { own: 'Ann, née B & C', rivals: ['Çelik#7', 'a=b'] },
      sceneSecret: '0123456789abcdef0123456789abcdef',
    },
  ]
  for (const options of all) {
    const { sceneSecret } = options
    assert.deepEqual(read(overlaySearch(options), sceneFragment(sceneSecret)), options)
    assert.ok(sceneSecret === null || !overlaySearch(options).includes(sceneSecret))
  }
  assert.equal(overlaySearch(DEFAULT_OVERLAY), '')
  assert.equal(overlaySearch({ ...DEFAULT_OVERLAY, columns: ['gap', 'tyre'] }), '?columns=gap,tyre')
})

test('what an address says wrong is the default, and numbers stay within their limits', () => {
  const wrong = 'parts=map,&columns=,&rows=many&theme=pink&lang=xx&delay=-5'
  assert.deepEqual(read(wrong), DEFAULT_OVERLAY)
  assert.deepEqual(
    [read('rows=0').rows, read('rows=999').rows, read('delay=999').delaySeconds],
    [1, 30, 300],
  )
  assert.deepEqual(read(`own=${'x'.repeat(101)}&rival=&rival=B`).marked, {
    own: null,
    rivals: ['B'],
  })
  assert.deepEqual(read('columns=gap,gap,,tyre').columns, ['gap', 'tyre'])
})
