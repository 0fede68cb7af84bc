import type { SessionSeason } from '@pitboard/contract/sessions/session-endpoints'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { nameOf } from '../session/hero/outcome-text.ts'
import type { RaceAnswer } from './race-answers.ts'

/** Says who leads the season that counts a race, and who moved up most with it. */
export function standingsAnswer(
  season: SessionSeason | undefined,
  { drivers }: Pick<SessionDetail, 'drivers'>,
  t: Text,
): RaceAnswer {
  const question = t('answers.askStandings')
  const lines = season ? linesOf(season, drivers) : []
  const at = (place: number) => lines.find(({ position }) => position === place)
  const [leader, second] = [at(1), at(2)]
  if (!season || !leader) {
    return { question, verdict: t('result.none'), details: t('answers.noSeason'), lap: null }
  }
  const points = formatPoints(leader.points, t.locale)
  const values = { points, season: season.name.trim() }
  const [climber] = lines.toSorted((a, b) => b.gained - a.gained)
  const parts = [
    second
      ? t('answers.seasonGap', {
          ...values,
          gap: formatPoints(leader.points - second.points, t.locale),
          second: second.name,
        })
      : t('answers.seasonLead', values),
    climber && climber.gained > 0 && climber !== leader
      ? t('answers.seasonClimb', { driver: climber.name, to: climber.position })
      : '',
  ]
  return {
    question,
    verdict: t('answers.leadsSeason', { leader: leader.name }),
    details: parts.filter(Boolean).join(' '),
    lap: null,
  }
}

function linesOf({ results, absentDrivers }: SessionSeason, drivers: SessionDetail['drivers']) {
  const raced = results.flatMap(({ driverIdx, ...result }) => {
    const driver = drivers.find((each) => each.driverIdx === driverIdx)
    if (!driver) return []
    const { seasonPosition: position, seasonPoints: points } = result
    return [{ name: nameOf(driver), position, points, gained: result.seasonPositionsGained ?? 0 }]
  })
  const absent = absentDrivers.map(({ name, position, points }) => ({
    name,
    position,
    points,
    gained: 0,
  }))
  return [...raced, ...absent]
}
