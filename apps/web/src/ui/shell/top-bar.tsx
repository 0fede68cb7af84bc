import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { OutsideLink } from '../buttons/link.tsx'
import { AccountLinks, type AccountLinksProps } from './account-links.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { SearchForm } from './search-form.tsx'
import { SiteLinks } from './site-links.tsx'
import { Link } from '@tanstack/react-router'

interface TopBarProps extends AccountLinksProps {
  /** Starts the download of the recorder. */
  readonly download: ReactNode
  /** It is null where this server has none. */
  readonly communityChatUrl: string | null
}

/** The bar shows everything in a row above 1050 px, else the drawer. */
export function TopBar({ download, communityChatUrl, ...account }: TopBarProps) {
  const t = useText()
  const extras = (
    <>
      {communityChatUrl !== null && (
        <OutsideLink look="quiet" href={communityChatUrl}>
          {t('shell.communityChat')}
        </OutsideLink>
      )}
      {download}
    </>
  )
  return (
    <header className="border-b border-line bg-panel">
      <div className="page-width flex h-14 items-center gap-2 px-3 xl:gap-4 sm:px-6">
        <Logo />
        <div className="hidden wide:block">
          <SiteLinks />
        </div>
        <div className="hidden min-w-0 flex-1 justify-center md:flex md:px-3 xl:px-0">
          <SearchForm />
        </div>
        <div className="hidden items-center gap-1 wide:flex">{extras}</div>
        <div className="hidden wide:block">
          <AccountLinks userId={account.userId} />
        </div>
        <div className="ml-auto wide:hidden">
          <NavigationDrawer {...account}>{extras}</NavigationDrawer>
        </div>
      </div>
    </header>
  )
}

function Logo() {
  return (
    <Link to="/" className="timing flex min-h-11 items-center gap-2.5 text-section font-semibold">
      <svg viewBox="0 0 20 18" aria-hidden="true" className="h-[18px] w-5">
        <rect width="20" height="4" rx="1" className="fill-primary" />
        <rect y="7" width="14" height="4" rx="1" className="fill-secondary" />
        <rect y="14" width="9" height="4" rx="1" className="fill-text" />
      </svg>
      Pitboard
    </Link>
  )
}
