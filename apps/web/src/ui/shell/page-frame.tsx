import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Link } from '@tanstack/react-router'
import { LanguageSwitch } from './language-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const LINKS = [
  { to: '/guides', label: 'shell.guides' },
  { to: '/privacy', label: 'shell.privacy' },
  { to: '/impressum', label: 'shell.legalNotice' },
  { to: '/tos', label: 'shell.terms' },
] as const

/** `version` is null until the server has sent it. */
function PageFooter({ version }: { readonly version: string | null }) {
  const t = useText()
  return (
    <footer className="border-t border-line py-4 text-small text-muted">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 px-3 sm:px-6">
        <nav aria-label={t('shell.footerNavigation')} className="-mx-2 flex flex-wrap">
          {LINKS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="flex min-h-11 items-center rounded-m px-2 hover:text-text hover:underline aria-[current=page]:text-text"
            >
              {t(label)}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap gap-x-8 gap-y-1">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
        <p className="basis-full text-faint">
          {t('shell.independence')} {version !== null && t('shell.version', { version })}
        </p>
      </div>
    </footer>
  )
}

interface PageFrameProps {
  readonly topBar: ReactNode
  readonly version: string | null
  readonly children: ReactNode
}

/**
 * Shows what every page has around it: top bar, content, footer. The content fills the window at least, so that nothing
 * that is seen moves when it comes.
 */
export function PageFrame({ topBar, version, children }: PageFrameProps) {
  const t = useText()
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="absolute left-2 z-20 -translate-y-full rounded-m bg-secondary-fill px-4 py-3 text-ink focus:top-2 focus:translate-y-0"
      >
        {t('shell.skipToContent')}
      </a>
      {topBar}
      <main
        id="content"
        tabIndex={-1}
        className="page-width min-h-[calc(100dvh-3.5rem)] px-3 py-5 outline-none sm:px-6 sm:py-7"
      >
        {children}
      </main>
      <PageFooter version={version} />
    </div>
  )
}
