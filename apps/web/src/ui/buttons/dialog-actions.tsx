import { createContext, type ReactNode } from 'react'

/** It closes the dialog that something stands in; null on a page. */
export const CloseContext = createContext<(() => void) | null>(null)

/**
 * The buttons stand at the end of a dialog, the one that goes on last. They stay in sight, however long the content
 * above them is.
 */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-3">
      {children}
    </div>
  )
}
