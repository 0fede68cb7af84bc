import { ResultStatus } from '@pitboard/contract/enumerations'
import type { PlainKey } from '../../messages/plain-key.ts'
import { useText } from '../../messages/use-text.ts'
import { CONTROL_LOOK } from '../../ui/control-look.ts'
import { faultsOf, type TypedRow } from './typed-result-document.ts'

type TextField = Exclude<keyof TypedRow, 'resultStatus'>

const COLUMNS = [
  ['name', 'organiser.driver'],
  ['team', 'organiser.team'],
  ['time', 'organiser.timeOrGap'],
  ['bestLap', 'organiser.bestLap'],
  ['laps', 'organiser.lapsDriven'],
  ['grid', 'organiser.grid'],
  ['penalty', 'organiser.penaltySeconds'],
] as const satisfies readonly (readonly [TextField, PlainKey])[]

const STATUSES = [
  [ResultStatus.Finished, 'organiser.finished'],
  [ResultStatus.DidNotFinish, 'timing.didNotFinish'],
  [ResultStatus.Disqualified, 'timing.disqualified'],
  [ResultStatus.NotClassified, 'timing.notClassified'],
] as const

/** A line a driver, in the order they finished. */
export function TypedRowFields({
  rows,
  onRows,
}: {
  readonly rows: readonly TypedRow[]
  readonly onRows: (rows: readonly TypedRow[]) => void
}) {
  const text = useText()
  const faults = faultsOf(rows)
  const set = (index: number, change: Partial<TypedRow>) =>
    onRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))

  return (
    <ol className="flex flex-col gap-3">
      {rows.map((row, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- a line is its place
          key={index}
          className="grid grid-cols-2 items-end gap-2 border-b border-line pb-3 sm:grid-cols-4 xl:grid-cols-[2rem_1.6fr_1.4fr_1.2fr_1fr_0.7fr_0.7fr_0.7fr_1.2fr]"
        >
          <span className="timing self-center text-xl text-faint max-xl:col-span-full">
            {index + 1}
          </span>
          {COLUMNS.map(([field, label]) => (
            <label key={field} className="flex flex-col gap-1 text-small text-muted">
              <span>{text(label)}</span>
              <input
                value={row[field]}
                maxLength={60}
                autoComplete="off"
                aria-invalid={faults.some((one) => one.row === index && one.field === field)}
                data-invalid={
                  faults.some((one) => one.row === index && one.field === field) ? '' : undefined
                }
                onChange={(event) => set(index, { [field]: event.target.value })}
                className={CONTROL_LOOK}
              />
            </label>
          ))}
          <label className="flex flex-col gap-1 text-small text-muted">
            <span>{text('organiser.resultStatus')}</span>
            <select
              value={row.resultStatus}
              onChange={(event) => set(index, { resultStatus: Number(event.target.value) })}
              className={CONTROL_LOOK}
            >
              {STATUSES.map(([status, name]) => (
                <option key={status} value={status}>
                  {text(name)}
                </option>
              ))}
            </select>
          </label>
        </li>
      ))}
    </ol>
  )
}
