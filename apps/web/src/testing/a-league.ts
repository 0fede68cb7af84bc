import type { League } from '@pitboard/contract/leagues/league'

/** Returns a public league without seasons, for tests. */
export function aLeague(known: Partial<League>): League {
  return {
    id: '01900000-0000-7000-8000-000000000012',
    name: 'Sunday',
    version: 1,
    description: '',
    discord: '',
    website: '',
    isPublic: true,
    hasRatings: true,
    links: [],
    accentColour: null,
    thumbnailId: null,
    bannerId: null,
    ownerId: '01890000-0000-7000-8000-000000000002',
    ownerName: 'jane',
    seasonIds: [],
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...known,
  }
}
