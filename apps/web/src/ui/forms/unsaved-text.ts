import { useEffect, useState } from 'react'

interface UnsavedText {
  readonly mark: () => void
  readonly clear: () => void
}

const forms = new Set<UnsavedText>()

/** The browser asks before it leaves or reloads a page on which something is typed. */
function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Whether something is typed on the page that is not saved yet. */
export function hasUnsavedText(): boolean {
  return forms.size > 0
}

/** For a form: `mark` once something is typed in it, `clear` once that is saved. */
export function useUnsavedText(): UnsavedText {
  const [text] = useState(() => {
    const own: UnsavedText = {
      mark() {
        if (forms.size === 0) addEventListener('beforeunload', confirmLeaving)
        forms.add(own)
      },
      clear() {
        forms.delete(own)
        // A listener alone can keep a page out of the browser's back/forward cache.
        if (forms.size === 0) removeEventListener('beforeunload', confirmLeaving)
      },
    }
    return own
  })
  useEffect(() => text.clear, [text])
  return text
}
