import { itemAt } from '@pitboard/contract/wire/item-at'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime } from '../../timing/format-lap-time.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { CarName } from '../outlook/car-name.tsx'
import { HeadRow } from '../outlook/head-row.tsx'
import { OutlookCard } from '../outlook/outlook-card.tsx'
import { type Derivation, lapsKey, useDerived } from '../outlook/use-derived.ts'
import { type PracticeRuns, practiceRunsOf, type Run } from './long-runs.ts'

const RUNS: Derivation<PracticeRuns> = { keyOf: lapsKey, derive: practiceRunsOf }

/** Shows the pace of long runs by compound and age of the tyres, beside the best laps of short ones. */
export function LongRunsPanel() {
  const t = useText()
  const { long, short } = useDerived(RUNS) ?? { long: [], short: [] }
  return (
    <OutlookCard
      title={t('timed.runs')}
      note={t('timed.runsNote')}
      empty={long.length + short.length === 0 ? t('timed.noRuns') : null}
    >
      {long.length > 0 && (
        <table className="timing w-full border-collapse tabular-nums">
          <caption className="label px-3 pt-1.5 text-left">{t('timed.longRuns')}</caption>
          <HeadRow
            first={[t('live.driver'), t('live.tyre'), t('timed.age')]}
            others={[t('timed.pace'), t('timed.gap'), t('timed.perLap')]}
          />
          <tbody>
            {long.map((run) => (
              <RunRow
                key={`${run.driverIdx} ${run.tyreCompound}`}
                run={run}
                bestMs={itemAt(long, 0).medianMs}
              />
            ))}
          </tbody>
        </table>
      )}
      {short.length > 0 && (
        <table className="timing w-full border-collapse tabular-nums">
          <caption className="label border-t border-line px-3 pt-1.5 text-left">
            {t('timed.shortRuns')}
          </caption>
          <HeadRow
            first={[t('live.driver'), t('live.tyre'), t('timed.age')]}
            others={[t('timed.bestLap'), t('timed.gap')]}
          />
          <tbody>
            {short.map((run) => (
              <RunRow
                key={`${run.driverIdx} ${run.tyreCompound}`}
                run={run}
                bestMs={itemAt(short, 0).medianMs}
              />
            ))}
          </tbody>
        </table>
      )}
    </OutlookCard>
  )
}

function RunRow({ run, bestMs }: { readonly run: Run; readonly bestMs: number }) {
  const t = useText()
  const { ageFrom, ageTo, medianMs, lossPerLapMs } = run
  return (
    <tr className="border-t border-line text-right">
      <th scope="row" className="pl-3 text-left font-normal">
        <CarName place={run.place} />
      </th>
      <td className="px-1 text-left">
        <TyreBadge tyreCompound={run.tyreCompound} />
      </td>
      <td className="px-1 text-left whitespace-nowrap text-muted">
        {ageFrom === ageTo ? ageFrom : t('timed.ages', { from: ageFrom, to: ageTo })}
      </td>
      <td className="px-1 font-semibold">{formatLapTime(medianMs)}</td>
      <td className="px-1 text-muted last:pr-3">{formatGap(medianMs - bestMs, 3)}</td>
      {lossPerLapMs !== null && <td className="px-1 pr-3">{formatGap(lossPerLapMs, 3)}</td>}
    </tr>
  )
}
