import { lazyPart } from '../../ui/states/lazy-part.tsx'

/** The link to a page and its embeds. What is read first does not wait for them. */
export const Sharing = lazyPart(async () => (await import('./share-actions.tsx')).ShareActions, {
  texts: ['embedding'],
  fallback: <span className="h-11 w-52" />,
})
