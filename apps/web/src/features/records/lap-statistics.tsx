import type { LapCategory } from '@pitboard/contract/records/lap-category'
import type { LapStatistics } from '@pitboard/contract/records/records'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { canCompare, type ComparableLap, compareColumn, CompareLink } from './compare-column.tsx'
import { conditionsText } from './condition-names.ts'
import { toSearch } from './record-queries.ts'
import { LapLink } from './record-tables.tsx'

const ProgressChart = lazyPart(async () => (await import('./progress-chart.tsx')).ProgressChart, {
  fallback: <Skeleton className="h-96" />,
})

interface OwnLapStatisticsProps {
  readonly category: LapCategory
  readonly statistics: LapStatistics
  /** It is null without one, and before it is loaded. */
  readonly record: ComparableLap | null
}

/** Shows what the own laps of one category have in common. */
export function OwnLapStatistics({ category, statistics, record }: OwnLapStatisticsProps) {
  const t = useText()
  const { best, medianMs, cleanLaps, deviationMs, withheld } = statistics
  const track = trackName(category.trackId)
  return (
    <Section
      title={t('records.statisticsOf', { track, conditions: conditionsText(category, t) })}
      actions={
        <span className="flex flex-wrap gap-x-6 gap-y-2">
          {best && record && canCompare(best, record) && (
            <CompareLink laps={[best, record]}>{t('records.compareWithRecord')}</CompareLink>
          )}
          <TextLink to="/records" search={toSearch(category)}>
            {t('records.toRecords')}
          </TextLink>
        </span>
      }
    >
      {statistics.laps === 0 ? (
        <NoLaps withheld={withheld} />
      ) : (
        <div className="flex flex-col gap-8">
          <Figures>
            <Figure large name={t('records.best')}>
              {best ? (
                <TextLink to="/sessions/$sessionId" params={{ sessionId: best.sessionId }}>
                  {formatLapTime(best.lapTimeMs)}
                </TextLink>
              ) : (
                '–'
              )}
            </Figure>
            <TheoreticalBest {...statistics} />
            <Figure name={t('records.median')} note={t('records.medianWhy', { count: cleanLaps })}>
              {formatLapTime(medianMs)}
            </Figure>
            {deviationMs !== null && (
              <Figure name={t('records.spread')} note={t('records.spreadWhy')}>
                {t('records.seconds', { seconds: seconds(deviationMs, t) })}
              </Figure>
            )}
          </Figures>
          <TyrePace pace={statistics.tyrePace} />
          <Progress progress={statistics.progress} best={best} />
          {withheld.length > 0 && <Withheld laps={withheld} />}
        </div>
      )}
    </Section>
  )
}

/** The address may name a category without laps, or one of which every lap is withheld. */
function NoLaps({ withheld }: Pick<LapStatistics, 'withheld'>) {
  const t = useText()
  return (
    <div className="flex flex-col gap-8">
      <EmptyState title={t('records.noneHere')}>{t('records.noneHereWhy')}</EmptyState>
      {withheld.length > 0 && <Withheld laps={withheld} />}
    </div>
  )
}

type TheoreticalBestProps = Pick<LapStatistics, 'theoreticalBestMs' | 'miniSectorBest'>

/** The theoretical best is the sum of mini-sectors if there is telemetry, else of sectors. */
function TheoreticalBest({ theoreticalBestMs, miniSectorBest }: TheoreticalBestProps) {
  const t = useText()
  return (
    <Figure
      name={t('records.theoretical')}
      note={
        miniSectorBest
          ? t('records.miniSectorsWhy', { count: miniSectorBest.laps })
          : t('records.theoreticalWhy')
      }
    >
      {formatLapTime(miniSectorBest?.timeMs ?? theoreticalBestMs)}
    </Figure>
  )
}

function TyrePace({ pace }: { readonly pace: LapStatistics['tyrePace'] }) {
  const t = useText()
  return (
    <div>
      <h3 className="label mb-2">{t('records.pace')}</h3>
      {pace.length === 0 ? (
        <p className="text-muted">{t('records.paceNone')}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-8 gap-y-3">
          {pace.map(({ tyreCompound, laps, lossPerLapMs, confidenceMs }) => (
            <li key={tyreCompound} className="flex items-center gap-3">
              <TyreBadge tyreCompound={tyreCompound} />
              <span>
                <span className="timing block text-timing font-semibold">
                  {t('records.paceOf', { loss: seconds(lossPerLapMs, t) })}
                </span>
                <span className="text-small text-muted">
                  {t('records.paceWhy', {
                    confidence: seconds(confidenceMs, t),
                    count: laps,
                  })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Session = LapStatistics['progress'][number]

function Progress({ progress, best }: Pick<LapStatistics, 'progress' | 'best'>) {
  const t = useText()
  return (
    <div className="flex flex-col gap-4">
      {progress.length > 1 && <ProgressChart progress={progress} />}
      <Table
        headed
        name="lapProgress"
        label={t('records.progress')}
        columns={[
          ...sessionColumns(t),
          ...compareColumn(
            progress,
            (session) => session,
            () => [{ lap: best, name: 'records.withOwnBest' }],
            t,
          ),
        ]}
        rows={progress.toReversed()}
        rowKey={({ sessionId }) => sessionId}
      />
    </div>
  )
}

function sessionColumns(t: Text): Column<Session>[] {
  return [
    {
      key: 'date',
      name: t('records.session'),
      namesRow: true,
      sortBy: ({ drivenAt }) => drivenAt,
      cell: ({ sessionId, drivenAt }) => (
        <TextLink to="/sessions/$sessionId" params={{ sessionId }}>
          <time dateTime={drivenAt}>{formatDate(drivenAt, t.locale)}</time>
        </TextLink>
      ),
    },
    {
      key: 'best',
      name: t('records.best'),
      align: 'right',
      sortBy: ({ bestMs }) => bestMs,
      cell: ({ bestMs }) => <Time timeMs={bestMs} />,
    },
    {
      key: 'median',
      name: t('records.median'),
      align: 'right',
      phone: 'below',
      sortBy: ({ medianMs }) => medianMs,
      cell: ({ medianMs }) => <Time timeMs={medianMs} />,
    },
    {
      key: 'laps',
      name: t('records.laps'),
      align: 'right',
      phone: 'below',
      cell: ({ laps }) => laps,
    },
  ]
}

function Time({ timeMs }: { readonly timeMs: number }) {
  return <span className="timing text-timing tabular-nums">{formatLapTime(timeMs)}</span>
}

function Withheld({ laps }: { readonly laps: LapStatistics['withheld'] }) {
  const t = useText()
  return (
    <div>
      <h3 className="label mb-2">{t('records.withheld')}</h3>
      <ul className="flex flex-col gap-1.5">
        {laps.map((lap) => (
          <li key={`${lap.sessionId} ${lap.lapNum}`} className="flex items-baseline gap-3">
            <LapLink lap={lap} />
            <span className="min-w-0 text-muted">{t(`records.${lap.reason}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function seconds(timeMs: number, t: Text): string {
  return (timeMs / 1000).toLocaleString(t.locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
}
