import type { ComponentType } from 'react'
import type { LazyNamespace } from '../../messages/catalogue.ts'
import { lazyPart } from '../states/lazy-part.tsx'

/** Shows a question or a form in front of the page. Most visits open none: its library comes with the first. */
export const Dialog = lazyPart(async () => (await import('./dialog-box.tsx')).DialogBox, {
  fallback: null,
})

/** Fetches a component that shows a `Dialog` together with the dialog, when it opens. */
export function lazyDialog<Props extends object>(
  fetchDialog: () => Promise<ComponentType<Props>>,
  options: { readonly texts?: readonly LazyNamespace[] } = {},
) {
  const fetchBoth = async () => {
    const [Component] = await Promise.all([fetchDialog(), Dialog.preload()])
    return Component
  }
  return lazyPart(fetchBoth, { ...options, fallback: null })
}
