import type { ComponentType } from 'react'
import { useText } from '../messages/use-text.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { LoadError, type LoadErrorProps } from '../ui/states/load-error.tsx'

/** Makes a page with code of its own, which the router fetches before it leaves the previous page. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  return lazyPart(async () => (await load())[name], { Failed: PageFailed })
}

function PageFailed(props: Pick<LoadErrorProps, 'error' | 'retry'>) {
  return <LoadError title={useText()('shell.pageFailed')} {...props} />
}
