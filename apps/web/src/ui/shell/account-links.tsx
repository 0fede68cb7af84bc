import { Link } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../buttons/link.tsx'
import { NAVIGATION_LOOK } from './site-links.tsx'

export interface AccountLinksProps {
  /** It is null while nobody is signed in. */
  readonly userId: string | null
  readonly onLogout: () => void
}

/** Shows the bar's short form: the profile and logging out are in the dashboard. */
export function AccountLinks({ userId }: Pick<AccountLinksProps, 'userId'>) {
  const t = useText()
  if (userId !== null) {
    return (
      <nav aria-label={t('shell.accountNavigation')}>
        <ButtonLink to="/dashboard">{t('shell.dashboard')}</ButtonLink>
      </nav>
    )
  }
  return (
    <nav aria-label={t('shell.accountNavigation')} className="flex gap-1">
      <ButtonLink look="quiet" to="/login">
        {t('shell.login')}
      </ButtonLink>
      <ButtonLink to="/signup">{t('shell.signUp')}</ButtonLink>
    </nav>
  )
}

/** Shows the drawer's long form. */
export function AccountEntries({
  userId,
  onLogout,
  onFollow,
}: AccountLinksProps & { readonly onFollow: () => void }) {
  const t = useText()
  function logOut() {
    onFollow()
    onLogout()
  }
  return (
    <nav aria-label={t('shell.accountNavigation')} className="flex flex-col gap-1">
      {userId === null ? (
        <>
          <Link to="/login" onClick={onFollow} className={NAVIGATION_LOOK}>
            {t('shell.login')}
          </Link>
          <Link to="/signup" onClick={onFollow} className={NAVIGATION_LOOK}>
            {t('shell.signUp')}
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
            {t('shell.myProfile')}
          </Link>
          <Link to="/dashboard" onClick={onFollow} className={NAVIGATION_LOOK}>
            {t('shell.dashboard')}
          </Link>
          <button type="button" onClick={logOut} className={NAVIGATION_LOOK}>
            {t('shell.logout')}
          </button>
        </>
      )}
    </nav>
  )
}
