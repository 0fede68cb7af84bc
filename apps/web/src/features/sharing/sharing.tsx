import { type ComponentProps, Suspense } from 'react'
import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import type { ShareActions } from './share-actions.tsx'

const LazyActions = lazyPart(async () => (await import('./share-actions.tsx')).ShareActions, {
  texts: ['embedding'],
})

/** Link, picture and embed are about so wide in each language. */
const ENGLISH = ['w-29', 'w-20', 'w-20']
const GERMAN = ['w-32', 'w-15', 'w-26']

/** Offers the link to a page and its embeds. What is read first does not wait for them, and does not move for them. */
export function Sharing(props: ComponentProps<typeof ShareActions>) {
  const isShown = [true, props.picturePath, props.embedded]
  const widths = useText().locale.startsWith('de') ? GERMAN : ENGLISH
  return (
    <Suspense
      fallback={widths.map(
        (width, index) => isShown[index] && <span key={index} className={`control ${width}`} />,
      )}
    >
      <LazyActions {...props} />
    </Suspense>
  )
}
