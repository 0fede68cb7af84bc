import { Link } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'

const LINKS = [
  { to: '/live', label: 'shell.live' },
  { to: '/leagues', label: 'shell.leagues' },
  { to: '/faq', label: 'shell.faq' },
] as const

export function SiteLinks({ onFollow }: { readonly onFollow?: () => void }) {
  const t = useText()
  return (
    <nav aria-label={t('shell.mainNavigation')} className="flex gap-1 max-wide:flex-col">
      {LINKS.map(({ to, label }) => (
        <Link key={to} to={to} onClick={onFollow} className={NAVIGATION_LOOK}>
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}

/** A line marks the present page: below the link in the bar, beside it in the drawer. */
export const NAVIGATION_LOOK =
  'flex min-h-11 items-center border-transparent whitespace-nowrap hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text max-wide:min-h-12 max-wide:rounded-m max-wide:border-l-2 max-wide:px-4 max-wide:text-timing max-wide:hover:bg-raised max-wide:aria-[current=page]:bg-raised wide:border-b-2 wide:px-3 wide:text-muted'
