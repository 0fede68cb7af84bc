import { loadNamespace } from '../../messages/language.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

/** The link to a page and its embeds. What is read first does not wait for them. */
export const Sharing = lazyPart(
  async () => {
    const [part] = await Promise.all([import('./share-actions.tsx'), loadNamespace('embedding')])
    return part.ShareActions
  },
  { fallback: <span className="h-11 w-52" /> },
)
