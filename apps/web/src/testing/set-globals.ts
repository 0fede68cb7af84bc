import type { TestContext } from 'node:test'

/**
 * Sets what a browser has, until the test is over: files that need no browser run in one process. A name is set once in a
 * test, because what was there before comes back in the order of setting.
 */
export function setGlobals(t: TestContext, globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    })
  }
}
