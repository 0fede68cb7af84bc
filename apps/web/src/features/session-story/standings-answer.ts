import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { joinParts } from '../../messages/join-parts.ts'
import type { Text } from '../../messages/create-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { nameOf } from '../session/hero/outcome-text.ts'
import type { RaceAnswer } from './race-answers.ts'

/**
 * Says who leads the season that counts a race, and who got most points for it. The standings are those of now: what they were
 * after an earlier race the session does not know.
 */
export function standingsAnswer(
  season: SessionSeason | undefined,
  { drivers }: Pick<SessionDetail, 'drivers'>,
  t: Text,
): RaceAnswer {
  const question = t('answers.askStandings')
  const lines = season ? linesOf(season, drivers) : []
  const [best] = lines.toSorted((one, other) => other.brought - one.brought)
  const at = (place: number) => lines.find(({ position }) => position === place)
  const [leader, second] = [at(1), at(2)]
  if (!season || !leader) {
    return { question, verdict: t('result.none'), details: t('answers.noSeason'), lap: null }
  }
  const points = formatPoints(leader.points, t.locale)
  const values = { points, season: season.name.trim() }
  const parts = [
    second
      ? t('answers.seasonGap', {
          ...values,
          gap: formatPoints(leader.points - second.points, t.locale),
          second: second.name,
        })
      : t('answers.seasonLead', values),
    best && best.brought > 0
      ? t('answers.seasonBrought', {
          driver: best.name,
          points: formatPoints(best.brought, t.locale),
        })
      : '',
  ]
  return {
    question,
    verdict: t('answers.leadsSeason', { leader: leader.name }),
    details: joinParts(parts, ' '),
    lap: null,
  }
}

function linesOf({ results, absentDrivers }: SessionSeason, drivers: SessionDetail['drivers']) {
  const raced = results.flatMap(({ driverIdx, ...result }) => {
    const driver = drivers.find((each) => each.driverIdx === driverIdx)
    if (!driver) return []
    const { seasonPosition: position, seasonPoints: points, points: brought } = result
    return [{ name: nameOf(driver), position, points, brought }]
  })
  const absent = absentDrivers.map(({ name, position, points }) => ({
    name,
    position,
    points,
    brought: 0,
  }))
  return [...raced, ...absent]
}
