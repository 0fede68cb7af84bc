import type { Career, CareerRace, CareerTrack } from '@pitboard/contract/drivers/career'
import { useQuery } from '@tanstack/react-query'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'
import { TextLink, RowLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { dateColumn, seasonColumn } from '../../timing/session-columns.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { CareerCharts } from './career-chart.tsx'
import { userCareer } from './career-query.ts'
import { formatPercent } from './format-percent.ts'

/** Says what the races of a user say of them; shows nothing before there is one. */
export function CareerSection({ userId }: { readonly userId: string }) {
  return (
    <QueryContent query={useQuery(userCareer(userId))} placeholder={<Skeleton className="h-96" />}>
      {(career) => <CareerParts career={career} userId={userId} />}
    </QueryContent>
  )
}

function CareerParts({ career, userId }: { readonly career: Career; readonly userId: string }) {
  const t = useText()
  const { races, tracks, streaks, opponents } = career
  if (races.length === 0) return null
  return (
    <Section title={t('drivers.career')} anchor="career">
      <div className="flex flex-col gap-6">
        <p className="text-muted">{t('drivers.careerOf', { count: races.length })}</p>
        <Figures>
          {streaks.map(({ kind, current, longest }) => (
            <Figure
              key={kind}
              name={t(`drivers.${kind}`)}
              note={longest > 0 ? t('drivers.streakNow', { count: current }) : undefined}
            >
              {longest}
            </Figure>
          ))}
        </Figures>
        <CareerCharts races={races} />
        <Disclosure title={<h3>{t('drivers.everyRace')}</h3>}>
          <Table
            name="careerRaces"
            label={t('drivers.everyRace')}
            columns={raceColumns(t)}
            rows={races.toReversed()}
            rowKey={({ sessionId }) => sessionId}
          />
        </Disclosure>
        <Table
          headed
          name="careerTracks"
          label={t('drivers.tracks')}
          columns={trackColumns(t)}
          rows={tracks}
          rowKey={({ trackId }) => trackId}
        />
        <Opponents opponents={opponents} userId={userId} />
      </div>
    </Section>
  )
}

function raceColumns(t: Text): Column<CareerRace>[] {
  return [
    {
      key: 'race',
      name: t('drivers.race'),
      namesRow: true,
      cell: (race) => (
        <TextLink to="/sessions/$sessionId" params={{ sessionId: race.sessionId }}>
          {race.trackName}, {sessionName(race, t)}
        </TextLink>
      ),
    },
    {
      key: 'position',
      name: t('drivers.position'),
      sortBy: ({ position }) => position,
      cell: ({ position, resultStatus, numberOfDrivers }) => (
        <span className="flex items-center gap-2">
          <ResultBadge position={position} points={0} resultStatus={resultStatus} prefix="P" />
          <span className="text-muted">{t('drivers.ofDrivers', { count: numberOfDrivers })}</span>
        </span>
      ),
    },
    {
      key: 'pace',
      name: t('drivers.pace'),
      align: 'right',
      sortBy: ({ pacePercent }) => pacePercent,
      cell: ({ pacePercent }) => <Pace percent={pacePercent} t={t} />,
    },
    seasonColumn(t('drivers.season')),
    dateColumn(t('drivers.date'), t),
  ]
}

function Pace({ percent, t }: { readonly percent: number | null; readonly t: Text }) {
  return (
    <span title={t('drivers.paceWhy')}>
      {percent === null ? '–' : formatPercent(percent, t.locale)}
    </span>
  )
}

function trackColumns(t: Text): Column<CareerTrack>[] {
  const number = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 })
  return [
    {
      key: 'track',
      name: t('drivers.track'),
      namesRow: true,
      sortBy: ({ trackName }) => trackName,
      cell: ({ trackName }) => trackName,
    },
    {
      key: 'average',
      name: t('drivers.average'),
      align: 'right',
      sortBy: ({ averagePosition }) => averagePosition,
      cell: ({ averagePosition }) => (
        <b className="font-semibold" title={t('drivers.averageWhy')}>
          {averagePosition === null ? '–' : number.format(averagePosition)}
        </b>
      ),
    },
    {
      key: 'races',
      name: t('drivers.races'),
      align: 'right',
      phone: 'below',
      sortBy: ({ races }) => races,
      cell: ({ races }) => races,
    },
    {
      key: 'wins',
      name: t('drivers.won'),
      align: 'right',
      phone: 'below',
      sortBy: ({ wins }) => wins,
      cell: ({ wins }) => wins,
    },
    {
      key: 'podiums',
      name: t('drivers.onPodium'),
      align: 'right',
      phone: 'below',
      sortBy: ({ podiums }) => podiums,
      cell: ({ podiums }) => podiums,
    },
    {
      key: 'pace',
      name: t('drivers.pace'),
      align: 'right',
      phone: 'below',
      sortBy: ({ averagePacePercent }) => averagePacePercent,
      cell: ({ averagePacePercent }) => <Pace percent={averagePacePercent} t={t} />,
    },
  ]
}

function Opponents({ opponents, userId }: Pick<Career, 'opponents'> & { readonly userId: string }) {
  const t = useText()
  if (opponents.length === 0) return null
  return (
    <Section title={t('drivers.opponents')}>
      <Card as="ul" frame>
        {opponents.map(({ name, races, ahead, behind }) => (
          <li key={name} className="border-b border-line last:border-b-0">
            <RowLink to="/headToHead" search={{ user: userId, second: name }}>
              <span className="timing min-w-0 flex-1 text-subhead wrap-anywhere">{name}</span>
              <span className="shrink-0 text-right text-small text-muted">
                {t('drivers.opponentRaces', { count: races })}
                <span className="block">{t('drivers.opponentScore', { ahead, behind })}</span>
              </span>
            </RowLink>
          </li>
        ))}
      </Card>
    </Section>
  )
}
