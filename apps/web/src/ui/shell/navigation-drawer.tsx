import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { AccountEntries, type AccountLinksProps } from './account-links.tsx'
import { Icon } from '../icon.tsx'
import { SearchForm } from './search-form.tsx'
import { SiteLinks } from './site-links.tsx'

interface NavigationDrawerProps extends AccountLinksProps {
  /** The bar has these besides: the download and the chat. */
  readonly children: ReactNode
}

/** Shows the narrow page's navigation; the dialog element holds the focus inside and closes on Escape. */
export function NavigationDrawer({ children, ...account }: NavigationDrawerProps) {
  const t = useText()
  const drawer = useRef<HTMLDialogElement>(null)
  const close = () => drawer.current?.close()

  const router = useRouter()
  // The page also reloads in place when the account changes; the drawer stays open then.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
        if (hrefChanged) drawer.current?.close()
      }),
    [router],
  )

  // Open and out of sight, it would keep the wide page from being used.
  useEffect(() => {
    const wide = matchMedia('(width > 1050px)')
    const closeIfWide = () => wide.matches && drawer.current?.close()
    wide.addEventListener('change', closeIfWide)
    return () => wide.removeEventListener('change', closeIfWide)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-label={t('shell.openMenu')}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
        className="grid size-11 place-items-center rounded-m hover:bg-raised"
      >
        <MenuIcon />
      </button>
      <dialog
        ref={drawer}
        aria-label={t('shell.menu')}
        {...{ closedby: 'any' }}
        className="ml-auto h-dvh max-h-none w-80 max-w-[88vw] border-l border-line bg-panel text-text backdrop:bg-black/60"
      >
        <div className="flex min-h-full flex-col gap-4 p-3">
          <button
            type="button"
            aria-label={t('shell.closeMenu')}
            onClick={close}
            className="grid size-11 place-items-center self-end rounded-m hover:bg-raised"
          >
            <Icon name="close" size="size-6" />
          </button>
          <div className="md:hidden">
            <SearchForm onSearch={close} />
          </div>
          <SiteLinks onFollow={close} />
          <hr className="border-line" />
          <AccountEntries {...account} onFollow={close} />
          <div className="mt-auto flex flex-col items-stretch gap-2 pt-4">{children}</div>
        </div>
      </dialog>
    </>
  )
}

function MenuIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-6 fill-none stroke-current"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d="M3 6h18M3 12h18M3 18h18" />
    </svg>
  )
}
