import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createSceneSecret,
  readSceneChoice,
  readSceneFragment,
  sceneFragment,
  sceneOfKey,
} from './overlay-scene.ts'

test('keys choose scenes in their order', () => {
  assert.deepEqual(['1', '2', '7', '9', '0', 'a', '11'].map(sceneOfKey), [
    'parts',
    'tower',
    'results',
    'nextRace',
    null,
    null,
    null,
  ])
})

for (const [value, choice] of [
  [{ scene: 'grid' }, { scene: 'grid', driverName: null }],
  [
    { scene: 'lowerThird', driverName: 'Silva' },
    { scene: 'lowerThird', driverName: 'Silva' },
  ],
  [
    { scene: 'lowerThird', driverName: 7 },
    { scene: 'lowerThird', driverName: null },
  ],
  [
    { scene: 'lowerThird', driverName: 'x'.repeat(101) },
    { scene: 'lowerThird', driverName: null },
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
