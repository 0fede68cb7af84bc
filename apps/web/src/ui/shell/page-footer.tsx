import { Link } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'
import { LanguageSwitch } from './language-switch.tsx'

const LINKS = [
  { to: '/privacy', label: 'shell.privacy' },
  { to: '/impressum', label: 'shell.legalNotice' },
  { to: '/tos', label: 'shell.terms' },
] as const

/** `version` is null until the server has told it. */
export function PageFooter({ version }: { readonly version: string | null }) {
  const text = useText()
  return (
    <footer className="border-t border-line px-3 py-4 text-small text-muted sm:px-6">
      <div className="mx-auto flex max-w-[1480px] flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <nav aria-label={text('shell.legalNavigation')} className="-mx-2 flex flex-wrap">
          {LINKS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="flex min-h-11 items-center rounded-m px-2 hover:text-text hover:underline aria-[current=page]:text-text"
            >
              {text(label)}
            </Link>
          ))}
        </nav>
        <LanguageSwitch />
        <p className="basis-full text-faint">
          {text('shell.independence')} {version !== null && text('shell.version', { version })}
        </p>
      </div>
    </footer>
  )
}
