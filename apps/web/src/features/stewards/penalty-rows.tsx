import {
  PENALTIES_MAX,
  type Penalty,
  PENALTY_AMOUNTS,
  PENALTY_KINDS,
  type PenaltyKind,
  SUSPENDABLE_KINDS,
  SUSPENDED_ROUNDS,
} from '@pitboard/contract/stewards/penalty'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PENALTY_LABELS } from './steward-words.ts'

interface PenaltyRowsProps {
  readonly penalties: readonly Penalty[]
  readonly names: ReadonlyMap<number, string>
  /** A new row has this car. */
  readonly firstCar: number
  readonly onChange: (penalties: readonly Penalty[]) => void
}

/** Edits penalties of the catalogue, each for a car. */
export function PenaltyRows({ penalties, names, firstCar, onChange }: PenaltyRowsProps) {
  const t = useText()
  const cars = Array.from(names, ([driverIdx, name]) => ({ value: String(driverIdx), label: name }))
  const kinds = PENALTY_KINDS.map((value) => ({ value, label: t(PENALTY_LABELS[value]) }))

  function update(index: number, change: Partial<Penalty>) {
    onChange(penalties.map((one, at) => (at === index ? { ...one, ...change } : one)))
  }

  function suspend(index: number, suspendedRounds: number | null) {
    onChange(
      penalties.map((one, at) => {
        if (at !== index) return one
        const { suspendedRounds: _before, ...penalty } = one
        return suspendedRounds === null ? penalty : { ...penalty, suspendedRounds }
      }),
    )
  }

  return (
    <div className="flex flex-col gap-5">
      {penalties.length === 0 && <p className="text-muted">{t('stewards.noAction')}</p>}
      {penalties.map(({ kind, driverIdx, amount, suspendedRounds }, index) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity of their own
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem_auto]"
        >
          <legend className="sr-only">{t('stewards.penaltyNumber', { number: index + 1 })}</legend>
          <div className="max-sm:col-span-2">
            <Field label={t('stewards.penalty')}>
              <Select<PenaltyKind>
                options={kinds}
                value={kind}
                onChange={(next) =>
                  onChange(
                    penalties.map((one, at) =>
                      at === index
                        ? { kind: next, driverIdx, amount: PENALTY_AMOUNTS[next]?.initial ?? null }
                        : one,
                    ),
                  )
                }
              />
            </Field>
          </div>
          <div className="max-sm:col-span-2">
            <Field label={t('stewards.driver')}>
              <Select
                options={cars}
                value={String(driverIdx)}
                onChange={(next) => update(index, { driverIdx: Number(next) })}
              />
            </Field>
          </div>
          {PENALTY_AMOUNTS[kind] ? (
            <AmountField
              key={kind}
              limits={PENALTY_AMOUNTS[kind]}
              amount={amount}
              onChange={(next) => update(index, { amount: next })}
            />
          ) : (
            <span />
          )}
          {/* The button stands beside the control, which is below its label. */}
          <div className="pt-6">
            <Button
              look="quiet"
              aria-label={t('stewards.removePenalty', { number: index + 1 })}
              onClick={() => onChange(penalties.filter((_, at) => at !== index))}
            >
              {t('stewards.remove')}
            </Button>
          </div>
          {SUSPENDABLE_KINDS.includes(kind) && (
            <div className="col-span-full sm:max-w-80">
              <SuspendedField
                key={kind}
                rounds={suspendedRounds ?? null}
                onChange={(next) => suspend(index, next)}
              />
            </div>
          )}
        </fieldset>
      ))}
      {penalties.length < PENALTIES_MAX && (
        <div>
          <Button
            size="small"
            onClick={() =>
              onChange([...penalties, { kind: 'time', driverIdx: firstCar, amount: 5 }])
            }
          >
            {t('stewards.addPenalty')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface AmountFieldProps {
  readonly limits: { readonly min: number; readonly max: number }
  readonly amount: number | null
  /** It is null for a text that is not an amount; the text stays. */
  readonly onChange: (amount: number | null) => void
}

function AmountField({ limits: { min, max }, amount, onChange }: AmountFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState(String(amount ?? ''))

  function change(next: string) {
    setTyped(next)
    const read = /^\d{1,4}$/.test(next.trim()) ? Number(next) : 0
    onChange(read >= min && read <= max ? read : null)
  }

  return (
    <Field
      label={t('stewards.amount')}
      error={amount === null ? t('stewards.noCount', { min, max }) : null}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        // A row that took the place of a removed one has another amount.
        value={amount === null || Number(typed) === amount ? typed : String(amount)}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  )
}

interface SuspendedFieldProps {
  /** Null means that it takes effect at once. */
  readonly rounds: number | null
  readonly onChange: (rounds: number | null) => void
}

function SuspendedField({ rounds, onChange }: SuspendedFieldProps) {
  const t = useText()
  const options = Array.from({ length: SUSPENDED_ROUNDS.max }, (_, index) => index + 1)
  return (
    <Field label={t('stewards.suspendedRounds')}>
      <Select
        options={[
          { value: '', label: t('stewards.notSuspended') },
          ...options.map((count) => ({
            value: String(count),
            label: t('stewards.suspendedFor', { count }),
          })),
        ]}
        value={rounds === null ? '' : String(rounds)}
        onChange={(next) => onChange(next === '' ? null : Number(next))}
      />
    </Field>
  )
}
