import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import { useEffect, useMemo } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { chooseSeason } from '../../timing/choose-season.ts'
import { liveSeason, type SeasonPoints } from '../../features/live/live-season.ts'
import { useLive } from '../../features/race/use-live.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { useNamesOf } from '../../timing/season-names.ts'
import { useSessionSeasons } from './use-session-seasons.ts'

/** Finds the season of the session, if it counts in one: the view then has its link and its points. */
export function SeasonFollower() {
  const sessionId = useLive((session) => session.id)
  return sessionId === null ? null : <Follower key={sessionId} sessionId={sessionId} />
}

function Follower({ sessionId }: { readonly sessionId: string }) {
  const t = useText()
  const recorderId = useLive((session) => session.userId)
  const { newest, shown, isExact } = useSessionSeasons(sessionId)
  const season = chooseSeason(newest, recorderId)
  const shownSeason = shown?.find(({ id }) => id === season?.id)
  const points = useMemo(() => shownSeason && pointsOf(shownSeason), [shownSeason])
  const id = season?.id
  const title = season && titleOf(season, t)
  useNamesOf(season)
  useEffect(() => {
    const isLinked = id !== undefined && title !== undefined
    liveSeason.set(
      isLinked ? { id, title, isExact, points: points ?? null, others: shownSeason ?? null } : null,
    )
  }, [id, title, isExact, points, shownSeason])
  useEffect(() => () => liveSeason.set(null), [])
  return null
}

function titleOf({ name, leagues, round, roundCount }: SessionSeason, t: Text): string {
  const parts = [leagues[0]?.name, name, t('panels.roundOf', { round, count: roundCount })]
  return joinParts(parts)
}

function pointsOf({ results }: SessionSeason): ReadonlyMap<number, SeasonPoints> {
  return new Map(
    results.map(({ driverIdx, seasonPosition, seasonPositionsGained, seasonPoints: points }) => [
      driverIdx,
      { position: seasonPosition, positionsGained: seasonPositionsGained, points },
    ]),
  )
}
