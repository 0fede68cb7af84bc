import { isUuid } from '@pitboard/contract/wire/uuid'

/** Embeds show tables and calendar of a season, the result of a session, and the tower of a live one. */
export type EmbedKind = 'drivers' | 'teams' | 'calendar' | 'sessions' | 'live' | 'liveUser'

export interface EmbedAddress {
  readonly kind: EmbedKind
  /** This is the id of the season, the session or the user, by `kind`. */
  readonly id: string
}

/** This is an edge: returns null for an address without an embed. */
export function readEmbedAddress(path: string): EmbedAddress | null {
  const [, folder, id = '', part] =
    /^\/embed\/(seasons|sessions|live|liveUser)\/([^/]+)(?:\/(drivers|teams|calendar))?\/?$/.exec(
      path,
    ) ?? []
  if (!isUuid(id)) return null
  if (folder === 'seasons') {
    return part === 'drivers' || part === 'teams' || part === 'calendar' ? { kind: part, id } : null
  }
  if (part !== undefined) return null
  return folder === 'sessions' || folder === 'live' || folder === 'liveUser'
    ? { kind: folder, id }
    : null
}

export function embedPath({ kind, id }: EmbedAddress): string {
  const isOfSeason = kind === 'drivers' || kind === 'teams' || kind === 'calendar'
  return isOfSeason ? `/embed/seasons/${id}/${kind}` : `/embed/${kind}/${id}`
}
