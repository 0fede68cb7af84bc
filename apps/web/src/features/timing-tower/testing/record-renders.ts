interface Fiber {
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
  readonly type: unknown
}

/* oxlint-disable unicorn/consistent-function-scoping -- the function travels into the page as text, with all it needs */

/**
 * The browser test runs this in the page before React. It notes in `window.renders` the name of every component that
 * renders, with the hook that React's developer tools use.
 */
export function recordRenders(): void {
  const PERFORMED_WORK = 1
  const renders: string[] = []
  Reflect.set(window, 'renders', renders)
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onScheduleFiberRoot: () => {},
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => visit(current),
  })

  function visit(fiber: Fiber): void {
    const name = nameOf(fiber.type)
    if (name !== null && (fiber.flags & PERFORMED_WORK) !== 0) renders.push(name)
    // React went no further down where the child is the same as before.
    if (fiber.alternate !== null && fiber.child === fiber.alternate.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) {
      // A sibling that React only cloned has the flags of its own last render.
      if (child.alternate === null || child !== before(fiber, child)) visit(child)
    }
  }

  function before(parent: Fiber, child: Fiber): Fiber | null {
    for (let old = parent.alternate?.child ?? null; old !== null; old = old.sibling) {
      if (old === child) return old
    }
    return null
  }

  function nameOf(type: unknown): string | null {
    if (typeof type === 'function') return type.name
    if (typeof type !== 'object' || type === null) return null
    const inner: unknown = Reflect.get(type, 'type')
    return typeof inner === 'function' ? inner.name : null
  }
}
