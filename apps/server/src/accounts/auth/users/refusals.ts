import { AuthError } from '../http/auth-error.ts'

export function userGone(): AuthError {
  return new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
}

export function emailTaken(): AuthError {
  return new AuthError(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  )
}

export function phoneTaken(): AuthError {
  return new AuthError(
    422,
    'phone_exists',
    'A user with this phone number has already been registered',
  )
}
