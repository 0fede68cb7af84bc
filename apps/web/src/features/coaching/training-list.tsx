import {
  type CornerHabit,
  findHabits,
  type HabitCause,
  HABIT_LAPS_MIN,
  HABIT_SESSIONS_MIN,
} from '@pitboard/analysis/coaching/corner-habits'
import type { LapCategory } from '@pitboard/contract/records/lap-category'
import type { LapRecord, TrainingLaps } from '@pitboard/contract/records/records'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Section } from '../../ui/section.tsx'
import { PartProblem, QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { lapComparison } from '../compare/compare-query.ts'
import { comparisonsFor, joinTraces, judgedLaps, keyOf, trainingLaps } from './training-laps.ts'

/** A choice of more names is no choice. */
const RIVALS_MAX = 20

interface TrainingListProps {
  readonly category: LapCategory
  /** They are the best laps of the category, the fastest first. */
  readonly records: readonly LapRecord[]
}

/** Lists what costs the reader time on a track again and again. It reads many traces, so it does so only when asked. */
export function TrainingList({ category, records }: TrainingListProps) {
  const t = useText()
  const account = useAccount()
  const [against, setAgainst] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [record, ...others] = records.filter(({ userId }) => userId !== account?.userId)
  const options = [
    ...(record
      ? [{ value: record.userId, label: t('compare.trainingRecord', { name: record.username }) }]
      : []),
    ...(account ? [{ value: account.userId, label: t('compare.trainingOwnBest') }] : []),
    ...others
      .slice(0, RIVALS_MAX)
      .map(({ userId, username }) => ({ value: userId, label: username })),
  ]
  const chosen = against ?? options[0]?.value ?? null
  return (
    <Section title={t('compare.trainingTitle')} anchor="training">
      <p className="mb-4 max-w-[64ch] text-muted">{t('compare.trainingLead')}</p>
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <div className="w-72 max-w-full">
          <Field label={t('compare.trainingAgainst')}>
            <Select value={chosen} options={options} onChange={setAgainst} />
          </Field>
        </div>
        {!isAsked && <Button onClick={() => setAsked(true)}>{t('compare.trainingFind')}</Button>}
      </div>
      {isAsked && <Training category={category} against={chosen} />}
    </Section>
  )
}

function Training(props: { readonly category: LapCategory; readonly against: string | null }) {
  const query = useQuery(trainingLaps(props.category, props.against))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-48" />}>
      {(training) => <Habits key={props.against} training={training} />}
    </QueryContent>
  )
}

function Habits({ training }: { readonly training: TrainingLaps }) {
  const t = useText()
  const laps = judgedLaps(training)
  const sessions = new Set(laps.map(({ sessionId }) => sessionId)).size
  const isEnough = laps.length >= HABIT_LAPS_MIN && sessions >= HABIT_SESSIONS_MIN
  if (training.references.length === 0) {
    return <p className="text-muted">{t('compare.trainingNoReference')}</p>
  }
  if (!isEnough) {
    return (
      <p className="text-muted">{t('compare.trainingTooFew', { laps: laps.length, sessions })}</p>
    )
  }
  return <Found training={training} laps={laps.length} sessions={sessions} />
}

interface FoundProps {
  readonly training: TrainingLaps
  readonly laps: number
  readonly sessions: number
}

function Found({ training, laps, sessions }: FoundProps) {
  const t = useText()
  const queries = useQueries({ queries: comparisonsFor(training).map(lapComparison) })
  const problem = queries.find(({ isError }) => isError)
  const isReady = queries.every(({ data }) => data !== undefined)
  const comparisons = queries.flatMap(({ data }) => data ?? [])
  // What changes is the number of answers: each of them stays as it is.
  const traces = useMemo(
    () => (isReady ? joinTraces(training, comparisons) : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [training, isReady],
  )
  const habits = useMemo(() => (traces ? findHabits(traces) : []), [traces])
  if (problem) return <PartProblem query={problem} />
  if (!isReady) return <Skeleton className="h-48" />
  if (!traces || traces.corners.length === 0) {
    return <p className="text-muted">{t('compare.trainingUnavailable')}</p>
  }
  const [reference] = training.references
  const own = training.laps.toSorted((a, b) => a.lapTimeMs - b.lapTimeMs)[0]
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-muted">
        {t('compare.trainingFrom', {
          laps,
          sessions,
          references: training.references.length,
          name: training.reference?.username ?? '–',
        })}{' '}
        {reference && own && keyOf(reference) !== keyOf(own) && (
          <TextLink to="/compare" search={{ laps: `${keyOf(reference)},${keyOf(own)}` }}>
            {t('compare.trainingCompare')}
          </TextLink>
        )}
      </p>
      {habits.length === 0 ? (
        <p>{t('compare.trainingNone')}</p>
      ) : (
        <ol className="flex flex-col">
          {habits.map((habit) => (
            <li key={`${habit.corner} ${habit.cause}`} className="border-b border-line py-3">
              <p>{habitText(habit, t)}</p>
              <p className="timing text-small text-muted">
                {t('compare.trainingProgress', {
                  list: habit.sessions.map(({ lostMs }) => seconds(lostMs, t)).join(' → '),
                })}
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

const KEYS = {
  braking: 'compare.trainingBraking',
  minimumSpeed: 'compare.trainingMinimumSpeed',
  line: 'compare.trainingLine',
  throttle: 'compare.trainingThrottle',
} as const satisfies Record<HabitCause, string>

/** Says one habit in a sentence, with its numbers. */
function habitText(habit: CornerHabit, t: Text): string {
  const { corner, cause, lostMs, confidenceMs, difference, costly, sessions } = habit
  const digits = { maximumFractionDigits: cause === 'line' ? 1 : 0 }
  return t(KEYS[cause], {
    corner,
    seconds: seconds(lostMs, t),
    confidence: seconds(confidenceMs, t),
    difference: new Intl.NumberFormat(t.locale, digits).format(difference),
    costly,
    sessions: sessions.length,
  })
}

function seconds(ms: number, t: Text): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return new Intl.NumberFormat(t.locale, digits).format(ms / 1000)
}
