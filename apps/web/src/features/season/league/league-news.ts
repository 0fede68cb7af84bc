import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import type { Publication, Season } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import type { Champion, FinishedRace } from './league-digest.ts'

/** This makes a win more than a win. */
export type RaceNote =
  | { readonly kind: 'title'; readonly name: string }
  | { readonly kind: 'firstWin' | 'ofTheDay'; readonly name: string }
  | { readonly kind: 'wins' | 'streak'; readonly name: string; readonly count: number }

interface Dated {
  readonly id: string
  /** It happened then, in UTC. */
  readonly at: string
  readonly season: Season
  /** Reactions of users name the item by this. */
  readonly subject: { readonly kind: NewsKind; readonly id: string; readonly part: string }
}

type NewsKind = 'race' | 'published' | 'decision'

export type NewsItem = Dated &
  (
    | { readonly kind: 'race'; readonly race: FinishedRace; readonly notes: readonly RaceNote[] }
    | { readonly kind: 'published'; readonly publication: Publication }
    | { readonly kind: 'decision'; readonly adjustment: Adjustment }
  )

/** Two wins in a row are many, three are a streak. */
const STREAK_MIN = 3
/** These numbers of wins in all seasons of the league are worth a note. */
const ROUND_WINS: readonly number[] = [10, 25, 50, 100]

/** Returns what happened in the seasons of a league, newest first: results, published standings and decisions. */
export function findLeagueNews(
  seasons: readonly Season[],
  races: readonly FinishedRace[],
  champions: readonly Champion[],
): NewsItem[] {
  const notes = findNotes(races.toReversed(), champions)
  const results = races.map((race): NewsItem => {
    const { id, sessionEndTime, sessionStartTime } = race.linked.session
    const at = sessionEndTime ?? sessionStartTime
    const subject = { kind: 'race', id, part: race.tier ?? '' } as const
    const of = { id: `race ${id} ${competitionOf(race)}`, at, season: race.season, subject }
    return { ...of, kind: 'race', race, notes: notes.get(race) ?? [] }
  })
  return [
    ...results,
    ...seasons.flatMap(findPublished),
    ...seasons.flatMap(findDecisions),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
}

function findPublished(season: Season): NewsItem[] {
  const { publication } = season
  if (!publication) return []
  const id = `published ${season.id} ${publication.version}`
  const subject = { kind: 'published', id: season.id, part: String(publication.version) } as const
  return [{ id, at: publication.publishedAt, season, subject, kind: 'published', publication }]
}

function findDecisions(season: Season): NewsItem[] {
  return season.adjustments
    .filter(({ revokedAt }) => revokedAt === null)
    .map((adjustment) => ({
      id: `decision ${adjustment.id}`,
      at: adjustment.createdAt,
      season,
      subject: { kind: 'decision', id: adjustment.id, part: '' },
      kind: 'decision',
      adjustment,
    }))
}

/** Finds the notes of each race; the races come in the order they were driven. */
function findNotes(races: readonly FinishedRace[], champions: readonly Champion[]) {
  const wins = new Map<string, number>()
  const streaks = new Map<string, { readonly key: string; readonly count: number }>()
  const notes = new Map<FinishedRace, readonly RaceNote[]>()
  for (const race of races) {
    const [winner] = race.podium
    if (!winner) continue
    const key = keyOf(winner)
    const count = (wins.get(key) ?? 0) + 1
    wins.set(key, count)
    const before = streaks.get(competitionOf(race))
    const streak = before?.key === key ? before.count + 1 : 1
    streaks.set(competitionOf(race), { key, count: streak })
    notes.set(race, [
      ...champions
        .filter(
          (champion) =>
            competitionOf(champion) === competitionOf(race) && champion.wonAt === startOf(race),
        )
        .map(({ driver }) => ({ kind: 'title', name: driver.name }) as const),
      ...(streak >= STREAK_MIN
        ? [{ kind: 'streak', name: winner.name, count: streak } as const]
        : []),
      // Everybody’s first race in a new league is somebody's first win.
      ...(count === 1 && wins.size > 1 ? [{ kind: 'firstWin', name: winner.name } as const] : []),
      ...findDriversOfTheDay(race),
      ...(ROUND_WINS.includes(count) ? [{ kind: 'wins', name: winner.name, count } as const] : []),
    ])
  }
  return notes
}

/** A tier tells of its own drivers. */
function findDriversOfTheDay({ season, tier, linked }: FinishedRace): RaceNote[] {
  return season.standings.drivers
    .filter(({ results }) =>
      results.some(
        (result) =>
          result.sessionId === linked.session.id &&
          result.driverOfTheDay === true &&
          (tier === null || result.tier === tier),
      ),
    )
    .map(({ name }) => ({ kind: 'ofTheDay', name }))
}

/** Names a season, or one of its tiers. */
function competitionOf({ season, tier }: Pick<FinishedRace, 'season' | 'tier'>): string {
  return tier === null ? season.id : `${season.id} ${tier}`
}

function startOf({ linked }: FinishedRace): string {
  return linked.session.sessionStartTime
}

/** A user stays the same driver under another name. */
function keyOf({ userId, name }: StandingsDriver): string {
  return userId ?? `name ${name}`
}
