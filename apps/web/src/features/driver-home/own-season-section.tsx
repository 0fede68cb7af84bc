import type { RacePace } from '@pitboard/contract/seasons/driver-home'
import type { Season } from '@pitboard/contract/seasons/season'
import type { ReactNode } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { type NamedDriver, useChosenDrivers } from '../../timing/chosen-drivers.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { formatDate } from '../../timing/format-date.ts'
import { formatGap } from '../../timing/format-lap-time.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Section } from '../../ui/section.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { lastResultText } from './last-result-text.ts'
import { findOwnSeason, type OwnSeason, type Trend, trendOf } from './own-season.ts'
import { TrendLine } from './trend-line.tsx'

/** These are half a place in a race, and what traffic and tyres alone do to a best lap. */
const NOISE = { points: 2, paceMs: 100 } as const

interface OwnSeasonSectionProps {
  readonly season: Season
  readonly userId: string
  readonly paces: readonly RacePace[]
}

/** Shows the reader's last result and their fight with a rival; shows nothing before the first result. */
export function OwnSeasonSection({ season, userId, paces }: OwnSeasonSectionProps) {
  const t = useText()
  const { rivals } = useChosenDrivers()
  const found = findOwnSeason(season, userId, rivals, paces)
  if (!found) return null
  return (
    <Section
      title={t('home.yourSeason')}
      actions={
        <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {season.name}
        </TextLink>
      }
    >
      <Card>
        <div className="flex flex-col gap-5">
          <LastRace found={found} />
          <Fight found={found} drivers={found.drivers} />
        </div>
      </Card>
    </Section>
  )
}

function LastRace({ found: { last, rival } }: { readonly found: OwnSeason }) {
  const t = useText()
  if (!last) return null
  const { event, linked } = last
  return (
    <div>
      <p className="timing text-section font-semibold wrap-anywhere">
        {lastResultText({ last, rival }, t)}
      </p>
      <p className="text-small text-muted">
        {formatDate(linked.session.sessionStartTime, t.locale)} ·{' '}
        <TextLink
          to="/sessions/$sessionId"
          params={{ sessionId: linked.session.id }}
          aria-label={t('home.toResultOf', { event: eventName(event) })}
        >
          {t('home.toResult')}
        </TextLink>
      </p>
    </div>
  )
}

interface FightProps {
  readonly found: OwnSeason
  readonly drivers: number
}

function Fight({ found: { own, rival, pointsAhead, paceGapsMs }, drivers }: FightProps) {
  const t = useText()
  const paceMs = paceGapsMs.at(-1) ?? null
  // The line rises when the driver gets better: a shorter lap is higher.
  const gains = paceGapsMs.map((gapMs) => -gapMs)
  return (
    <Figures>
      <Figure large name={t('home.championship')} note={t('home.ofDrivers', { count: drivers })}>
        {t('home.place', { position: own.position })}
      </Figure>
      <Figure
        name={t('home.points')}
        note={
          rival && (
            <WithMark driver={rival}>
              {pointsText(own.points - rival.points, rival.name, t)}
            </WithMark>
          )
        }
      >
        {formatPoints(own.points, t.locale)}
      </Figure>
      <TrendFigure
        name={t('home.pointsTrend')}
        values={pointsAhead}
        trend={trendOf(pointsAhead, NOISE.points)}
        rival={rival?.name ?? ''}
      />
      {rival && paceMs !== null && (
        <>
          <Figure name={t('home.pace')} note={t('home.paceNote', { rival: rival.name })}>
            {t('home.seconds', { gap: formatGap(paceMs, 3) })}
          </Figure>
          <TrendFigure
            name={t('home.paceTrend')}
            values={gains}
            trend={trendOf(gains, NOISE.paceMs)}
            rival={rival.name}
          />
        </>
      )}
    </Figures>
  )
}

interface WithMarkProps {
  readonly driver: NamedDriver
  readonly children: ReactNode
}

function WithMark({ driver: { name, aliases }, children }: WithMarkProps) {
  return (
    <>
      {children} <DriverMark name={name} aliases={aliases} />
    </>
  )
}

/** Returns a text such as "12 points behind Ann". */
function pointsText(ahead: number, rival: string, t: Text): string {
  if (ahead === 0) return t('home.level', { rival })
  const points = { count: Math.abs(ahead), rival }
  return t(ahead < 0 ? 'home.pointsBehind' : 'home.pointsAhead', points)
}

interface TrendFigureProps {
  readonly name: string
  readonly values: readonly number[]
  readonly trend: Trend | null
  readonly rival: string
}

const TREND_WORDS = {
  closing: 'home.closing',
  dropping: 'home.dropping',
  steady: 'home.steady',
} as const

/** Nothing before there is one. */
function TrendFigure({ name, values, trend, rival }: TrendFigureProps) {
  const t = useText()
  if (trend === null) return null
  const words = t(TREND_WORDS[trend], { rival })
  return (
    <Figure name={name} note={words}>
      <TrendLine label={`${name}: ${words}`} values={values} />
    </Figure>
  )
}
