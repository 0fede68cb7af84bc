import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { en } from '../testing/text.ts'
import { PICTURE_TYPES, pictureFault, readPicture } from './read-picture.ts'

interface Chosen {
  readonly width: number
  readonly height: number
  readonly isUnreadable?: boolean
  readonly hasNoCanvas?: boolean
}

/** Opens a browser that decodes every file as a picture of this size. */
function openBrowser(t: TestContext, chosen: Chosen) {
  const drawn: unknown[] = []
  const released: string[] = []
  class Picture {
    src = ''
    naturalWidth = chosen.width
    naturalHeight = chosen.height
    async decode() {
      if (chosen.isUnreadable === true) throw new Error('unreadable')
    }
  }
  const canvas = {
    width: 0,
    height: 0,
    getContext: (kind: string) =>
      chosen.hasNoCanvas === true
        ? null
        : {
            drawImage: ({ src }: Picture, ...place: number[]) => drawn.push([kind, src, ...place]),
          },
    toDataURL: (...kind: unknown[]) => `data:${kind.join()}`,
  }
  const globals = { Image: Picture, document: { createElement: () => canvas } }
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true })
    t.after(() => Reflect.deleteProperty(globalThis, name))
  }
  t.mock.method(URL, 'createObjectURL', () => 'blob:1')
  t.mock.method(URL, 'revokeObjectURL', (url: string) => released.push(url))
  return { drawn, released }
}

const file = (size: number) =>
  Object.defineProperty(new File(['x'], 'a.png'), 'size', { value: size })

for (const [width, height, drawnWidth, drawnHeight] of [
  [100, 50, 100, 50],
  [400, 400, 400, 400],
  [800, 400, 400, 200],
  [300, 900, 133, 400],
  [4000, 1, 400, 1],
  [1, 4000, 1, 400],
] as const) {
  test(`a picture of ${width} × ${height} is stored with ${drawnWidth} × ${drawnHeight}`, async (t) => {
    const { drawn, released } = openBrowser(t, { width, height })
    assert.deepEqual(await readPicture(file(20_000_000), 400, en), {
      url: 'data:image/webp,0.85',
      fault: null,
    })
    assert.deepEqual(drawn, [['2d', 'blob:1', 0, 0, drawnWidth, drawnHeight]])
    assert.deepEqual(released, ['blob:1'])
  })
}

test('a file of more than 20 megabytes is not read', async (t) => {
  const { drawn } = openBrowser(t, { width: 1, height: 1 })
  assert.deepEqual(await readPicture(file(20_000_001), 400, en), {
    url: null,
    fault: en('organiser.pictureTooLarge', { count: 20 }),
  })
  assert.deepEqual(drawn, [])
})

for (const [rule, known] of [
  ['that is not a picture', { isUnreadable: true }],
  ['that the browser cannot draw', { hasNoCanvas: true }],
] as const) {
  test(`a file ${rule} has a fault, and holds no memory`, async (t) => {
    const { released } = openBrowser(t, { width: 1, height: 1, ...known })
    assert.deepEqual(await readPicture(file(1), 400, en), {
      url: null,
      fault: en('organiser.pictureUnreadable'),
    })
    assert.deepEqual(released, ['blob:1'])
  })
}

test('a file of a type that no picture here has is refused before it is read', () => {
  assert.equal(pictureFault({ size: 1, type: 'image/svg+xml' }), 'pictureUnreadable')
  for (const type of [...PICTURE_TYPES, '']) assert.equal(pictureFault({ size: 1, type }), null)
})

test('pictures are JPEG, PNG or WebP', () => {
  assert.deepEqual(PICTURE_TYPES, ['image/jpeg', 'image/png', 'image/webp'])
})
