import type { Season } from '@pitboard/contract/seasons/season'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { decisionsOf } from '../../features/stewards/steward-queries.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'

/** Shows what the season of a league counts, and how it deals with incidents. */
export function LeagueRules({ season }: { readonly season: Season }) {
  const t = useText()
  const { data } = useQuery(decisionsOf(season.id, season.version))
  return (
    <Section
      title={t('leagues.rules')}
      actions={
        <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }} hash="incidents">
          {t('leagues.decisions')}
        </TextLink>
      }
    >
      <Card>
        <dl className="grid gap-x-10 gap-y-4 md:grid-cols-2">
          <PointRules season={season} />
          {data && <IncidentRules rules={data.rules} />}
        </dl>
      </Card>
    </Section>
  )
}

function Rule({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function PointRules({ season: { pointsSystem, events } }: { readonly season: Season }) {
  const t = useText()
  const {
    race,
    sprint,
    qualifying,
    pole,
    fastestLap,
    dropWorst,
    countBest,
    minimumStarts = 0,
  } = pointsSystem
  const write = (points: number) => formatPoints(points, t.locale)
  const bonuses = [
    ...(pole === 0 ? [] : [t('leagues.forPole', { points: write(pole) })]),
    ...(fastestLap === null
      ? []
      : [t('leagues.forFastestLap', { points: write(fastestLap.points) })]),
  ]
  const counted = [
    ...(dropWorst === 0 ? [] : [t('leagues.dropped', { count: dropWorst })]),
    ...(countBest === null ? [] : [t('leagues.counted', { count: countBest })]),
    ...(minimumStarts === 0 ? [] : [t('leagues.minimumStarts', { count: minimumStarts })]),
  ]
  const others = events.flatMap((event) => {
    if (event.points === null) return []
    const { factor, race: ownRace, sprint: ownSprint } = event.points
    const words = [
      ownRace && `${t('season.race')} ${ownRace.map(write).join('-')}`,
      ownSprint && `${t('season.sprint')} ${ownSprint.map(write).join('-')}`,
      factor !== 1 && t('season.timesFactor', { factor: write(factor) }),
    ].filter((word) => word !== undefined && word !== false)
    const points = words.length === 0 ? t('season.ownPoints') : words.join(', ')
    return t('leagues.pointsOfEvent', { event: eventName(event), points })
  })
  return (
    <>
      {[
        ['leagues.pointsRace', race] as const,
        ['leagues.pointsSprint', sprint] as const,
        ['leagues.pointsQualifying', qualifying] as const,
      ].map(
        ([name, points]) =>
          points.length > 0 && (
            <Rule key={name} name={t(name)}>
              {points.map(write).join(' · ')}
            </Rule>
          ),
      )}
      {others.length > 0 && <Rule name={t('leagues.otherPoints')}>{others.join(' · ')}</Rule>}
      {bonuses.length > 0 && <Rule name={t('leagues.bonus')}>{bonuses.join(' · ')}</Rule>}
      {counted.length > 0 && <Rule name={t('leagues.counting')}>{counted.join(' · ')}</Rule>}
    </>
  )
}

const REPORTERS = {
  drivers: 'leagues.reportedByDrivers',
  users: 'leagues.reportedByUsers',
  nobody: 'leagues.reportedByNobody',
} as const

function IncidentRules({ rules }: { readonly rules: StewardRules }) {
  const t = useText()
  const { reporters, reportHours, responseHours, appealHours, thresholds } = rules
  return (
    <>
      <Rule name={t('leagues.incidents')}>
        {reporters === 'nobody'
          ? t(REPORTERS[reporters])
          : [
              t(REPORTERS[reporters], { hours: reportHours }),
              t('leagues.responses', { hours: responseHours }),
              appealHours === 0
                ? t('leagues.noAppeals')
                : t('leagues.appeals', { hours: appealHours }),
            ].join(' ')}
      </Rule>
      {thresholds.length > 0 && (
        <Rule name={t('leagues.thresholds')}>
          {thresholds
            .map(({ points, consequence }) =>
              t('leagues.threshold', { count: points, consequence }),
            )
            .join(' · ')}
        </Rule>
      )}
    </>
  )
}
