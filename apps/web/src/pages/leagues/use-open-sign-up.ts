import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonSignUp } from '@pitboard/contract/sign-ups/sign-ups'
import { useQueries } from '@tanstack/react-query'
import { useAccount } from '../../auth/account.ts'
import { signUpOf } from '../../features/sign-ups/sign-up-queries.ts'

export interface SeasonEntries {
  readonly season: Season
  readonly signUp: SeasonSignUp | null
}

/**
 * Finds the season whose drivers a league shows: that of its newest ones whose sign-up is open, else the current one.
 * Returns null until it is known.
 */
export function useSeasonEntries(
  current: Season,
  seasons: readonly Season[],
): SeasonEntries | null {
  const account = useAccount()
  const [newest] = seasons.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const candidates = [...new Set([current, newest ?? current])]
  const queries = useQueries({
    queries: candidates.map(({ id }) => signUpOf(id, account?.userId ?? null)),
  })
  if (queries.some(({ isPending }) => isPending)) return null
  const entries = candidates.map((season, index) => ({
    season,
    signUp: queries[index]?.data ?? null,
  }))
  return (
    entries.find(({ signUp }) => signUp?.isOpen === true) ??
    entries[0] ?? { season: current, signUp: null }
  )
}
