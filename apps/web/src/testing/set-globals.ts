import type { TestContext } from 'node:test'

/** A test has set these: a name is put back once, to what was there before the test. */
const setBy = new WeakMap<TestContext, Set<string>>()

/** Sets what a browser has, until the test is over: files that need no browser run in one process. */
export function setGlobals(t: TestContext, globals: Readonly<Record<string, unknown>>): void {
  const names = setBy.get(t) ?? new Set()
  setBy.set(t, names)
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    if (names.has(name)) continue
    names.add(name)
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    })
  }
}
