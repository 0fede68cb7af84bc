import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setGlobals } from '../../testing/set-globals.ts'
import { flash, type FlashLook, isMotionReduced } from './flash.ts'

function flashed(look: FlashLook) {
  const animations: { readonly keyframes: unknown; readonly options: unknown }[] = []
  const element: unknown = {
    animate: (keyframes: unknown, options: unknown) => animations.push({ keyframes, options }),
  }
  Reflect.apply(flash, null, [element, look])
  return animations
}

test('a value that is new flashes once: its ground fades, in the colour of the text', () => {
  assert.deepEqual(flashed('ground'), [
    {
      keyframes: [
        {
          backgroundColor: 'color-mix(in srgb, currentColor 25%, transparent)',
          boxShadow: '0 0 0 2px currentColor',
        },
        { boxShadow: '0 0 0 2px transparent' },
      ],
      options: { duration: 1_600, easing: 'ease-out' },
    },
  ])
})

test('what blinks has a line around it twice, in as long', () => {
  const [on, off] = ['currentColor', 'transparent'].map((colour) => ({
    boxShadow: `0 0 0 2px ${colour}`,
  }))
  assert.deepEqual(flashed('blink'), [
    { keyframes: [on, off, on, off], options: { duration: 1_600, easing: 'ease' } },
  ])
})

test('who wants less motion has none', (t) => {
  const asked: string[] = []
  let matches = true
  const matchMedia = (query: string) => {
    asked.push(query)
    return { matches }
  }
  setGlobals(t, { matchMedia })
  assert.equal(isMotionReduced(), true)
  matches = false
  assert.equal(isMotionReduced(), false)
  assert.deepEqual(new Set(asked), new Set(['(prefers-reduced-motion: reduce)']))
})
