import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import type { LazyNamespace } from '../../messages/catalogue.ts'
import { loadNamespace } from '../../messages/language.ts'
import { useText } from '../../messages/use-text.ts'
import { createStore, type Store, useStore } from '../../state/store.ts'
import { LoadError, type LoadErrorProps } from './load-error.tsx'

interface Loader<Props extends object> {
  /**
   * It returns the same promise each time, which resolves once the first attempt is over, with or without the
   * component.
   */
  readonly load: () => Promise<void>
  readonly retry: () => Promise<void>
  readonly outcome: Store<Outcome<Props> | null>
}

type Outcome<Props extends object> =
  | { readonly kind: 'ready'; readonly Component: ComponentType<Props> }
  | { readonly kind: 'failed'; readonly error: unknown }

/** `use` reads its status; its value is `void` and not used. */
type PromiseOfReact = Promise<void> & { status?: 'fulfilled' }

type Fetch<Props extends object> = () => Promise<ComponentType<Props>>

type FailedProps = Pick<LoadErrorProps, 'error' | 'retry'>

interface LazyPart<Props extends object> {
  (props: Props): ReactNode
  /** It starts to fetch the part and never rejects, since the part itself shows what went wrong. */
  readonly preload: () => Promise<void>
}

const failureListeners = new Set<() => void>()

/** Calls the listener whenever the code of a part could not be fetched. */
export function onPartFailed(listener: () => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/**
 * Makes a component that is fetched when it is first shown. `React.lazy` remembers a failure until the page is reloaded
 * and throws it at the whole page; this one shows it in its own place, and fetches again on request. It suspends into
 * the nearest boundary; `fallback` adds one of its own.
 */
export function lazyPart<Props extends object>(
  fetchPart: Fetch<Props>,
  options: {
    /** They are fetched beside its code. */
    readonly texts?: readonly LazyNamespace[]
    readonly fallback?: ReactNode
    readonly Failed?: ComponentType<FailedProps>
  } = {},
): LazyPart<Props> {
  const { Failed = PartFailed, texts = [] } = options
  const loader = createLoader(async () => {
    const [Component] = await Promise.all([fetchPart(), ...texts.map(loadNamespace)])
    return Component
  })

  function Part(props: Props) {
    // The component calls this in each render: React does not allow it to wait in one render and not call it in the
    // next.
    use(loader.load())
    const outcome = useStore(loader.outcome)
    if (outcome === null) return null
    if (outcome.kind === 'failed') return <Failed error={outcome.error} retry={loader.retry} />
    return <outcome.Component {...props} />
  }

  function Bounded(props: Props) {
    return (
      <Suspense fallback={options.fallback}>
        <Part {...props} />
      </Suspense>
    )
  }

  return Object.assign('fallback' in options ? Bounded : Part, { preload: loader.load })
}

function createLoader<Props extends object>(fetchPart: Fetch<Props>): Loader<Props> {
  const outcome = createStore<Outcome<Props> | null>(null)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first: PromiseOfReact = promise
  let isBegun = false
  let underWay: Promise<void> | null = null

  async function attempt(): Promise<void> {
    try {
      outcome.set({ kind: 'ready', Component: await fetchPart() })
    } catch (error) {
      outcome.set({ kind: 'failed', error })
      for (const listener of failureListeners) listener()
    }
  }

  function start(): Promise<void> {
    underWay ??= attempt().finally(() => (underWay = null))
    return underWay
  }

  async function begin(): Promise<void> {
    await start()
    // React reads on at once, and shows no fallback for what was fetched before it is shown.
    first.status = 'fulfilled'
    resolve()
  }

  return {
    load() {
      if (!isBegun) void begin()
      isBegun = true
      return first
    },
    retry: () => (outcome.get()?.kind === 'ready' ? Promise.resolve() : start()),
    outcome,
  }
}

function PartFailed(props: FailedProps) {
  return <LoadError title={useText()('ui.partFailed')} {...props} />
}
