import { signUps, type SignUpStatus } from '@pitboard/contract/sign-ups/sign-ups'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const SIGN_UPS_KEY = 'signUps'

export function signUpOf(seasonId: string, userId: string | null) {
  return queryOptions({
    queryKey: [SIGN_UPS_KEY, seasonId, 'own', userId],
    queryFn: ({ signal }) => call(signUps.season, { params: { seasonId }, signal }),
  })
}

/** Fetches the same for organisers, again when the season has changed: its version and the form belong together. */
export function editedSignUpOf(seasonId: string, version: number) {
  return queryOptions({
    queryKey: [SIGN_UPS_KEY, seasonId, 'edited', version],
    queryFn: ({ signal }) => call(signUps.season, { params: { seasonId }, signal }),
  })
}

interface SignUpFilter {
  readonly status: SignUpStatus | null
  readonly tier: string | null
}

const LISTED_MAX = 100

/** Fetches the first hundred that match; the file has all of them. */
export function signUpsOf(seasonId: string, { status, tier }: SignUpFilter) {
  return queryOptions({
    queryKey: [SIGN_UPS_KEY, seasonId, 'list', status, tier],
    queryFn: ({ signal }) =>
      call(signUps.list, {
        params: { seasonId },
        query: {
          pageSize: LISTED_MAX,
          ...(status !== null && { status }),
          ...(tier !== null && { tier }),
        },
        signal,
      }),
  })
}
