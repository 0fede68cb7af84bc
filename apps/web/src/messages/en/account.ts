import type { Area } from '../message.ts'

export const account = {
  login: 'Login',
  signUp: 'Sign Up',
  resetPassword: 'Reset your password',
  resetPasswordConfirm: 'Choose a new password',
  signInNeeded: '{page} is for signed-in users.',
  loginClosed:
    'Accounts are not open on this server yet, so nobody can sign in.\n\nWatching needs no account: live races and recorded sessions are open to everyone. To record your own races you need a user id and a recorder key. Whoever runs this server can make them for you; the contact is in the [legal notice](/impressum).',
  signUpClosed:
    'Accounts are not open on this server yet, so nobody can sign up.\n\nYou can watch without one. If you want to record your races now, ask whoever runs this server for a user id and a recorder key; the contact is in the [legal notice](/impressum).',
  resetPasswordClosed:
    'Accounts are not open on this server yet, so there is no password to reset.\n\nIf a recorder key is lost or someone else has it, ask whoever runs this server for a new one; the contact is in the [legal notice](/impressum).',
  watchLive: 'Watch live races',
  howToRecord: 'How recording works',
  dashboard: 'Dashboard',
  dashboardEmpty: 'Nothing to manage yet',
  dashboardEmptyWhy:
    'Your sessions, leagues and seasons will be managed here. This version of Pitboard only shows them.',
} as const satisfies Area
