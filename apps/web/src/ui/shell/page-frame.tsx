import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'

/**
 * Top bar, content, footer: what every page has around it. The content fills the window at least,
 * so that nothing that is seen moves when it comes.
 */
export function PageFrame({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="absolute left-2 z-20 -translate-y-full rounded-m bg-secondary px-4 py-3 text-page focus:top-2 focus:translate-y-0"
      >
        {text('shell.skipToContent')}
      </a>
      <TopBar />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full min-h-[calc(100dvh-3.5rem)] max-w-[1480px] px-3 py-5 outline-none sm:px-6 sm:py-7"
      >
        {children}
      </main>
      <footer className="border-t border-line px-3 py-5 text-[0.9375rem] text-faint sm:px-6">
        <p className="mx-auto max-w-[1480px]">
          Pitboard. Not connected with any racing series or game publisher.
        </p>
        <LanguageSwitch />
      </footer>
    </div>
  )
}

function TopBar() {
  return (
    <header className="border-b border-line bg-panel">
      <div className="mx-auto flex h-14 max-w-[1480px] items-center gap-6 px-3 sm:px-6">
        <Link to="/" className="timing flex min-h-11 items-center gap-2.5 text-2xl font-semibold">
          <Mark />
          Pitboard
        </Link>
        <nav aria-label="Main" className="hidden gap-1 wide:flex">
          <Link
            to="/live"
            className="flex min-h-11 items-center border-b-2 border-transparent px-3 text-muted hover:text-text aria-[current=page]:border-primary aria-[current=page]:text-text"
          >
            Live
          </Link>
        </nav>
        <div className="ml-auto wide:hidden">
          <NavigationDrawer />
        </div>
      </div>
    </header>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 20 18" aria-hidden="true" className="h-[18px] w-5">
      <rect width="20" height="4" rx="1" className="fill-primary" />
      <rect y="7" width="14" height="4" rx="1" className="fill-secondary" />
      <rect y="14" width="9" height="4" rx="1" className="fill-text" />
    </svg>
  )
}
