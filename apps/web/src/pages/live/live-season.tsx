import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { useEffect, useMemo } from 'react'
import { seasonPoints, type SeasonPoints } from '../../features/live/season-points.ts'
import { useLive } from '../../features/live/use-live.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { useSessionSeasons } from './use-session-seasons.ts'

/** League, season and round of the session, if it counts in one; the tower then has its points. */
export function LiveSeason() {
  const sessionId = useLive((session) => session.id)
  return sessionId === null ? null : <SeasonOf key={sessionId} sessionId={sessionId} />
}

function SeasonOf({ sessionId }: { readonly sessionId: string }) {
  const text = useText()
  const recorderId = useLive((session) => session.userId)
  const { newest, shown } = useSessionSeasons(sessionId)
  const season = chooseSeason(newest, recorderId)
  const shownSeason = shown?.find(({ id }) => id === season?.id)
  useSeasonPoints(shownSeason)
  if (!season) return null
  const { id, name, leagues, round, roundCount } = season
  const parts = [leagues[0]?.name, name, text('panels.roundOf', { round, count: roundCount })]
  return (
    <span className="hidden max-w-80 min-w-0 truncate text-small md:block">
      <TextLink to="/seasons/$seasonId" params={{ seasonId: id }}>
        {parts.filter((part) => part !== undefined).join(' · ')}
      </TextLink>
    </span>
  )
}

/** Anybody may link a session to a season of theirs: that of its recorder goes first. */
function chooseSeason(seasons: readonly SessionSeason[], recorderId: string | null) {
  return seasons.find(({ ownerId }) => ownerId === recorderId) ?? seasons[0]
}

function useSeasonPoints(season: SessionSeason | undefined): void {
  const points = useMemo(() => season && pointsOf(season), [season])
  useEffect(() => seasonPoints.set(points ?? null), [points])
  useEffect(() => () => seasonPoints.set(null), [])
}

function pointsOf({ results }: SessionSeason): ReadonlyMap<number, SeasonPoints> {
  return new Map(
    results.map(({ driverIdx, seasonPosition, seasonPositionsGained, seasonPoints: points }) => [
      driverIdx,
      { position: seasonPosition, positionsGained: seasonPositionsGained, points },
    ]),
  )
}
