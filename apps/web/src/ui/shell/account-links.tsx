import { Link } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../buttons/link.tsx'
import { NAVIGATION_LOOK } from './site-links.tsx'

export interface AccountLinksProps {
  /** Null while nobody is signed in. */
  readonly userId: string | null
  readonly onLogout: () => void
}

/** The bar's short form: the profile and logging out are in the dashboard. */
export function AccountLinks({ userId }: Pick<AccountLinksProps, 'userId'>) {
  const text = useText()
  if (userId !== null) {
    return (
      <nav aria-label={text('shell.accountNavigation')}>
        <ButtonLink to="/dashboard">{text('shell.dashboard')}</ButtonLink>
      </nav>
    )
  }
  return (
    <nav aria-label={text('shell.accountNavigation')} className="flex gap-1">
      <ButtonLink look="quiet" to="/login">
        {text('shell.login')}
      </ButtonLink>
      <ButtonLink to="/signup">{text('shell.signUp')}</ButtonLink>
    </nav>
  )
}

/** The drawer's long form. */
export function AccountEntries({
  userId,
  onLogout,
  onFollow,
}: AccountLinksProps & { readonly onFollow: () => void }) {
  const text = useText()
  function logOut() {
    onFollow()
    onLogout()
  }
  return (
    <nav aria-label={text('shell.accountNavigation')} className="flex flex-col gap-1">
      {userId === null ? (
        <>
          <Link to="/login" onClick={onFollow} className={NAVIGATION_LOOK}>
            {text('shell.login')}
          </Link>
          <Link to="/signup" onClick={onFollow} className={NAVIGATION_LOOK}>
            {text('shell.signUp')}
          </Link>
        </>
      ) : (
        <>
          <Link
            to="/user/$userId"
            params={{ userId }}
            onClick={onFollow}
            className={NAVIGATION_LOOK}
          >
            {text('shell.myProfile')}
          </Link>
          <Link to="/dashboard" onClick={onFollow} className={NAVIGATION_LOOK}>
            {text('shell.dashboard')}
          </Link>
          <button type="button" onClick={logOut} className={NAVIGATION_LOOK}>
            {text('shell.logout')}
          </button>
        </>
      )}
    </nav>
  )
}
