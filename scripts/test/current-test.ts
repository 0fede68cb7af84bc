import asyncHooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

/**
 * Lets `node:test` know the current test without following each promise of the process. To find the suite
 * that a test belongs to, and the test that an uncaught error belongs to, it notes where every asynchronous
 * resource was created and waits for its end, which makes the promises of a whole server a sixth more
 * expensive. Tests are resources themselves, so it is enough to note those; the id of the current one
 * travels in a storage that Node hands on anyway.
 *
 * This module is loaded before `node:test`, which takes what it needs of `node:async_hooks` once.
 */
const currentTest = new AsyncLocalStorage<number>()

let note: HookCallbacks['init']

class TestResource extends AsyncResource {
  constructor(...settings: ConstructorParameters<typeof AsyncResource>) {
    super(...settings)
    note?.(this.asyncId(), 'Test', this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    fn: (this: This, ...args: unknown[]) => Result,
    thisArg?: This,
    ...args: unknown[]
  ): Result {
    return super.runInAsyncScope(() =>
      currentTest.run(this.asyncId(), () => Reflect.apply(fn, thisArg, args)),
    )
  }
}

const { createHook, executionAsyncId } = asyncHooks
Object.assign(asyncHooks, {
  AsyncResource: TestResource,
  executionAsyncId: () => currentTest.getStore() ?? executionAsyncId(),
  createHook({ init }: HookCallbacks) {
    note = init
    return createHook({})
  },
})
await import('node:test')
Object.assign(asyncHooks, { AsyncResource, executionAsyncId, createHook })
