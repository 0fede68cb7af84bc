import { ROSTER_MAX, type RosterUpdate } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useText } from '../../messages/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import type { FormErrors } from '../../ui/forms/form-errors.ts'
import { Select } from '../../ui/forms/select.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'

type EditedDriver = RosterUpdate['drivers'][number]

interface DriverRowProps {
  readonly season: Season
  readonly teams: RosterUpdate['teams']
  readonly driver: EditedDriver
  /** Rows count from 0. */
  readonly index: number
  readonly errors: FormErrors
  readonly onChange: (driver: EditedDriver) => void
  readonly onRemove: () => void
}

/** Edits one entry: who drives for whom, and from when to when. */
export function DriverRow({
  season,
  teams,
  driver,
  index,
  errors,
  onChange,
  onRemove,
}: DriverRowProps) {
  const t = useText()
  const number = index + 1
  const errorOf = (field: keyof EditedDriver) => errors[`drivers/${index}/${field}`] ?? null
  const set = (next: Partial<EditedDriver>) => onChange({ ...driver, ...next })
  const events = season.events.map((event, at) => ({
    value: event.id,
    label: `${at + 1} ${eventName(event)}`,
  }))
  return (
    <fieldset className="rounded-l border border-line bg-panel p-4">
      <legend className="px-1 text-small text-muted">{t('roster.driver', { number })}</legend>
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">
        <Field label={t('roster.name')} error={errorOf('name')}>
          <Input
            type="text"
            autoComplete="off"
            maxLength={TEXT_MAX.driverName}
            value={driver.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        <Field label={t('roster.carNumber')} error={errorOf('carNumber')}>
          <Input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={driver.carNumber === null ? '' : String(driver.carNumber)}
            onChange={({ target }) => set({ carNumber: readNumber(target.value) })}
          />
        </Field>
        <Field label={t('roster.team')}>
          <Select
            options={[
              { value: '', label: t('roster.gameTeam') },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={driver.teamId ?? ''}
            onChange={(id) => set({ teamId: id || null })}
          />
        </Field>
        <Field label={t('roster.platformId')}>
          <Input
            type="text"
            autoComplete="off"
            maxLength={ROSTER_MAX.platformIdCharacters}
            value={driver.platformId ?? ''}
            onChange={({ target }) => set({ platformId: target.value || null })}
          />
        </Field>
        <Field label={t('roster.firstEvent')} error={errorOf('fromEventId')}>
          <Select
            options={[{ value: '', label: t('roster.openStart') }, ...events]}
            value={driver.fromEventId ?? ''}
            onChange={(id) => set({ fromEventId: id || null })}
          />
        </Field>
        <Field label={t('roster.lastEvent')} error={errorOf('toEventId')}>
          <Select
            options={[{ value: '', label: t('roster.openEnd') }, ...events]}
            value={driver.toEventId ?? ''}
            onChange={(id) => set({ toEventId: id || null })}
          />
        </Field>
        <Field label={t('roster.tier')}>
          <Input
            type="text"
            autoComplete="off"
            maxLength={TEXT_MAX.tier}
            value={driver.tier}
            onChange={({ target }) => set({ tier: target.value })}
          />
        </Field>
        <div className="flex items-center justify-between gap-2 self-end">
          <Checkbox
            label={t('roster.reserve')}
            checked={driver.isReserve}
            onChange={(isReserve) => set({ isReserve })}
          />
          <IconButton
            icon="close"
            label={t('roster.removeDriver', { number })}
            onClick={onRemove}
          />
        </div>
      </div>
    </fieldset>
  )
}

function readNumber(typed: string): number | null {
  const digits = typed.replaceAll(/\D/g, '')
  return digits === '' ? null : Number(digits)
}
