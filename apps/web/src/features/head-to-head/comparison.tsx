import type { HeadToHead, Score, SharedSession } from '@pitboard/contract/drivers/head-to-head'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatGap } from '../../timing/format-lap-time.ts'
import { sessionName } from '../../timing/names.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { dateColumn, seasonColumn } from '../../timing/session-columns.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

/** Shows who was ahead how often and by how much, and each session that says so. */
export function Comparison({ compared }: { readonly compared: HeadToHead }) {
  const t = useText()
  const { first, second, races, qualifying, sessions } = compared
  if (sessions.length === 0) {
    return <EmptyState title={t('drivers.neverMet')}>{t('drivers.neverMetWhy')}</EmptyState>
  }
  const names = { first: first.name, second: second.name }
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <ScoreCard
          title={t('drivers.raceScore')}
          gapKey="drivers.raceGap"
          score={races}
          names={names}
        />
        <ScoreCard
          title={t('drivers.qualifyingScore')}
          gapKey="drivers.qualifyingGap"
          score={qualifying}
          names={names}
        />
      </div>
      <Table
        headed
        name="headToHead"
        label={t('drivers.sessions')}
        columns={columns(t, compared)}
        rows={sessions}
        rowKey={({ sessionId }) => sessionId}
      />
    </>
  )
}

interface Names {
  readonly first: string
  readonly second: string
}

interface ScoreCardProps {
  readonly title: string
  readonly gapKey: 'drivers.raceGap' | 'drivers.qualifyingGap'
  readonly score: Score
  readonly names: Names
}

function ScoreCard({ title, gapKey, score, names }: ScoreCardProps) {
  const t = useText()
  const all = score.first + score.second
  return (
    <Card as="section" label={title}>
      <h2 className="label mb-3">{title}</h2>
      <dl className="timing grid grid-cols-2 gap-x-4">
        {(['first', 'second'] as const).map((side) => (
          <div key={side} className={`min-w-0 ${side === 'second' ? 'text-right' : ''}`}>
            <dt className="text-subhead wrap-anywhere">{names[side]}</dt>
            <dd
              className={`text-figure font-semibold ${isLeading(score, side) ? '' : 'text-muted'}`}
            >
              {score[side]}
            </dd>
          </div>
        ))}
      </dl>
      <div aria-hidden="true" className="mt-2 flex h-2 gap-0.5 overflow-hidden rounded-s bg-raised">
        {all > 0 && (
          <>
            <span className="bg-text" style={{ width: `${(score.first / all) * 100}%` }} />
            <span className="flex-1 bg-faint" />
          </>
        )}
      </div>
      <p className="mt-3 text-small text-muted wrap-anywhere">{gapText(score, gapKey, names, t)}</p>
    </Card>
  )
}

function isLeading(score: Score, side: 'first' | 'second'): boolean {
  return score[side] >= score[side === 'first' ? 'second' : 'first']
}

function gapText(
  { averageGapMs }: Score,
  gapKey: ScoreCardProps['gapKey'],
  names: Names,
  t: Text,
): string {
  if (averageGapMs === null) return t('drivers.gapNone')
  if (averageGapMs === 0) return t('drivers.gapLevel')
  const gap = new Intl.NumberFormat(t.locale, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  }).format(Math.abs(averageGapMs) / 1000)
  return t(gapKey, { gap, name: averageGapMs > 0 ? names.first : names.second })
}

function columns(t: Text, { first, second }: HeadToHead): Column<SharedSession>[] {
  return [
    {
      key: 'session',
      name: t('drivers.session'),
      namesRow: true,
      cell: (session) => (
        <TextLink to="/sessions/$sessionId" params={{ sessionId: session.sessionId }}>
          {session.trackName}, {sessionName(session, t)}
        </TextLink>
      ),
    },
    placeColumn('first', first.name),
    placeColumn('second', second.name),
    {
      key: 'gap',
      name: t('drivers.gap'),
      align: 'right',
      sortBy: ({ gapMs }) => gapMs,
      cell: ({ gapMs }) => <span title={t('drivers.gapWhy')}>{formatGap(gapMs, 3)}</span>,
    },
    seasonColumn(t('drivers.season')),
    dateColumn(t('drivers.date'), t),
  ]
}

/** Who was ahead stands with an arrow, so that it is seen without the number. */
function placeColumn(side: 'first' | 'second', name: string): Column<SharedSession> {
  return {
    key: side,
    name,
    head: (
      <span className="block max-w-32 truncate" title={name}>
        {name}
      </span>
    ),
    align: 'center',
    cell: (session) => (
      <span className={session.ahead === side ? 'font-semibold' : 'opacity-70'}>
        <ResultBadge
          position={session[side].position}
          points={0}
          resultStatus={session[side].resultStatus}
          prefix="P"
          marks={session.ahead === side ? <span aria-hidden="true">▲</span> : undefined}
        />
      </span>
    ),
  }
}
