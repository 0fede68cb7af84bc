import { lazyPart } from '../../ui/states/lazy-part.tsx'

/** Offers the link to a page and its embeds. What is read first does not wait for them. */
export const Sharing = lazyPart(async () => (await import('./share-actions.tsx')).ShareActions, {
  texts: ['embedding'],
  // The place is that of two buttons, so that the line breaks where it will.
  fallback: (
    <>
      <span className="control w-30" />
      <span className="control w-18" />
    </>
  ),
})
