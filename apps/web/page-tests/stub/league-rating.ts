import type { LeagueRatings } from '@pitboard/contract/leagues/league-ratings'

const NAMES = ['Almeida', 'Petrenko', 'Sorensen', 'ApexFox', 'Zielinski']

/** Returns a rating of that many drivers; the last third is new. */
export function aRating(count: number): LeagueRatings {
  return {
    races: count * 2,
    drivers: Array.from({ length: count }, (_, place) => ({
      name: NAMES[place] ?? `Driver ${place + 1}`,
      userId: null,
      points: 1900 - place * 37,
      change: (place % 3) * 12 - 12,
      races: count - place,
      isSettled: place < (count * 2) / 3,
    })),
  }
}
