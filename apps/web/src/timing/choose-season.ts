import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'

/** Anybody may link a session to a season of theirs: that of its recorder goes first. */
export function chooseSeason(seasons: readonly SessionSeason[], recorderId: string | null) {
  return seasons.find(({ ownerId }) => ownerId === recorderId) ?? seasons[0]
}
