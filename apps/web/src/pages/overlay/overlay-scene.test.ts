import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chosenPlace,
  createSceneSecret,
  type OverlayScene,
  readSceneChoice,
  readSceneFragment,
  sceneFragment,
  sceneShortcuts,
} from './overlay-scene.ts'

test('keys choose scenes in their order', () => {
  const shown: OverlayScene[] = []
  const shortcuts = sceneShortcuts((scene) => shown.push(scene))
  assert.deepEqual(Object.keys(shortcuts).join(''), '123456789')
  for (const key of ['1', '2', '7', '9']) shortcuts[key]?.()
  assert.deepEqual(shown, ['parts', 'tower', 'results', 'nextRace'])
})

test('the driver of a scene is the very car, in another session one of that name, and never one whose name contains it', () => {
  const drivers = ['Anna', 'Ann', 'Ann', '', ''].map((name, driverIdx) => ({ name, driverIdx }))
  const placeOf = (driverName: string | null, driverIdx: number | null) =>
    chosenPlace(drivers, { driverName, driverIdx })
  assert.deepEqual([placeOf('Ann', null), placeOf('Ann', 2), placeOf('Ann', 0)], [1, 2, 1])
  assert.deepEqual([placeOf('', 4), placeOf('', 0), placeOf('An', 0)], [4, -1, -1])
  assert.deepEqual([placeOf(null, null), placeOf(null, 0)], [-1, -1])
})

for (const [value, choice] of [
  [{ scene: 'grid' }, { scene: 'grid', driverName: null, driverIdx: null }],
  [
    { scene: 'lowerThird', driverName: 'Silva', driverIdx: 4 },
    { scene: 'lowerThird', driverName: 'Silva', driverIdx: 4 },
  ],
  [
    { scene: 'lowerThird', driverName: 7, driverIdx: '7' },
    { scene: 'lowerThird', driverName: null, driverIdx: null },
  ],
  [
    { scene: 'lowerThird', driverName: 'x'.repeat(101) },
    { scene: 'lowerThird', driverName: null, driverIdx: null },
  ],
  [{ scene: 'advert' }, null],
  ['grid', null],
  [null, null],
] as const) {
  test(`what another page sends as ${JSON.stringify(value).slice(0, 40)} is checked`, () => {
    assert.deepEqual(readSceneChoice(value), choice)
  })
}

test('a secret has 128 bits, and nothing else is one', () => {
  const secret = createSceneSecret()
  assert.equal(readSceneFragment(sceneFragment(secret)), secret)
  assert.equal(readSceneFragment(sceneFragment(secret).slice(1)), secret, 'as the router has it')
  assert.notEqual(createSceneSecret(), secret)
  assert.equal(readSceneFragment(`#control=${secret.slice(1)}`), null)
  assert.equal(readSceneFragment(sceneFragment(null)), null)
})
