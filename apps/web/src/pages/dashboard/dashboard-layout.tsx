import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../auth/account.ts'
import { signOut } from '../../auth/sign-out.ts'
import { ownRights } from '../../features/operation/operation-queries.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { showInRow } from '../../ui/choices/show-in-row.ts'

const LINKS = [
  { to: '/dashboard', label: 'dashboard.overview' },
  { to: '/dashboard/sessions', label: 'dashboard.sessions' },
  { to: '/dashboard/laps', label: 'dashboard.laps' },
  { to: '/dashboard/leagues', label: 'dashboard.leagues' },
  { to: '/dashboard/seasons', label: 'dashboard.seasons' },
  { to: '/dashboard/settings', label: 'dashboard.settings' },
] as const

/** Only operators of the site see this link. */
const OPERATION = { to: '/dashboard/operation', label: 'dashboard.operation' } as const

const ENTRY =
  'timing flex min-h-11 items-center border-b-2 border-transparent px-2 text-timing sm:px-3 whitespace-nowrap text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-primary aria-[current=page]:font-semibold aria-[current=page]:text-text'

/** Shows the dashboard's own navigation, above each of its pages except the first choice of a name. */
export function DashboardLayout() {
  const t = useText()
  const navigate = useNavigate()
  const session = useAccount()
  const { pathname } = useLocation()
  const { data: rights } = useQuery(ownRights)
  async function logOut() {
    await navigate({ to: '/' })
    await signOut()
  }
  const nav = useRef<HTMLElement>(null)
  const links = rights?.isOperator === true ? [...LINKS, OPERATION] : LINKS
  const current = links.findLast(({ to }) => pathname.startsWith(to))?.to
  useEffect(() => {
    showInRow(nav.current?.querySelector(`[href="${current}"]`))
  }, [current])
  if (pathname === '/dashboard/profileInit') return <Outlet />
  return (
    <div className="flex flex-col gap-6">
      <nav
        ref={nav}
        aria-label={t('dashboard.navigation')}
        className="-mx-3 flex items-center border-b border-line px-3 max-md:overflow-x-auto max-md:[scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {links.map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === '/dashboard' }} className={ENTRY}>
            {t(label)}
          </Link>
        ))}
        <span className="flex-1" />
        {session && (
          <Link to="/user/$userId" params={{ userId: session.userId }} className={ENTRY}>
            {t('shell.myProfile')}
          </Link>
        )}
        <button type="button" onClick={() => void logOut()} className={ENTRY}>
          {t('shell.logout')}
        </button>
      </nav>
      <Outlet />
    </div>
  )
}
