import { createRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { accountOf, getAccountState } from '../auth/account.ts'
import { returnPath } from '../auth/dashboard-gate.ts'
import { isRecovering } from '../auth/recovery.ts'
import { lazyPage } from './lazy-page.tsx'
import { loadTexts } from './load-page.ts'
import { getParentRoute } from './root-route.tsx'

/** `redirect` is a path of this site, or empty. */
function readReturn(search: { readonly redirect?: string } & SearchSchemaInput) {
  return { redirect: returnPath(search.redirect) }
}

/** Sends signed-in users on from the login to the page that they wanted. */
function leaveIfSignedIn({ search }: { readonly search: { readonly redirect: string } }) {
  const session = accountOf(getAccountState())
  if (session && !isRecovering(session.userId)) {
    throw redirect({ href: search.redirect || '/dashboard', replace: true })
  }
}

/** The code of a mail was typed: its owner may choose a new password. */
function goOnIfRecovering() {
  const session = accountOf(getAccountState())
  if (session && isRecovering(session.userId)) {
    throw redirect({ to: '/resetPasswordConfirm', replace: true })
  }
}

export const accountRoutes = [
  createRoute({
    getParentRoute,
    path: '/login',
    validateSearch: readReturn,
    beforeLoad: leaveIfSignedIn,
    loader: () => loadTexts('/login', 'account'),
    component: lazyPage(() => import('../pages/account/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/signup',
    validateSearch: readReturn,
    beforeLoad: leaveIfSignedIn,
    loader: () => loadTexts('/signup', 'account'),
    component: lazyPage(
      () => import('../pages/account/create-account-page.tsx'),
      'CreateAccountPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/resetPassword',
    beforeLoad: goOnIfRecovering,
    loader: () => loadTexts('/resetPassword', 'account'),
    component: lazyPage(
      () => import('../pages/account/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/resetPasswordConfirm',
    loader: () => loadTexts('/resetPasswordConfirm', 'account'),
    component: lazyPage(
      () => import('../pages/account/reset-password-confirm-page.tsx'),
      'ResetPasswordConfirmPage',
    ),
  }),
] as const
