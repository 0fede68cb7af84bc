import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { PageFooter } from './page-footer.tsx'

interface PageFrameProps {
  readonly topBar: ReactNode
  readonly version: string | null
  readonly children: ReactNode
}

/**
 * Top bar, content, footer: what every page has around it. The content fills the window at least,
 * so that nothing that is seen moves when it comes.
 */
export function PageFrame({ topBar, version, children }: PageFrameProps) {
  const text = useText()
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="absolute left-2 z-20 -translate-y-full rounded-m bg-secondary px-4 py-3 text-page focus:top-2 focus:translate-y-0"
      >
        {text('shell.skipToContent')}
      </a>
      {topBar}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-h-[calc(100dvh-3.5rem)] max-w-[1480px] px-3 py-5 outline-none sm:px-6 sm:py-7"
      >
        {children}
      </main>
      <PageFooter version={version} />
    </div>
  )
}
