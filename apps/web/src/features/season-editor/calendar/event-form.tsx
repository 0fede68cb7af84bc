import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { entryOf, Form, type FormErrors } from '../../../ui/forms/form.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { allTimeZones, instantOf, localTimeOf, ownTimeZone } from '../../season/time-zones.ts'
import { TrackSelect } from '../../season/track-select.tsx'

export interface EventEntries {
  readonly track: number
  readonly name: string
  readonly startsAt: string | null
}

interface EventFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly event: EventEntries | null
  readonly onSave: (event: EventEntries) => Promise<FormErrors | null>
}

/** Track, name and the time at which it begins, in whatever zone the organiser thinks. */
export function EventForm({ label, submitLabel, event, onSave }: EventFormProps) {
  const text = useText()
  const [track, setTrack] = useState<number | null>(event?.track ?? null)
  const [zone, setZone] = useState(ownTimeZone)

  async function save(entries: FormData) {
    if (track === null) return { track: text('organiser.trackMissing') }
    const local = entryOf(entries, 'startsAt')
    return onSave({
      track,
      name: entryOf(entries, 'name').trim(),
      startsAt: local === '' ? null : instantOf(local, zone),
    })
  }

  return (
    <Form label={label} submitLabel={submitLabel} submitLook="secondary" onSubmit={save}>
      {(errors) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TrackSelect track={track} onTrack={setTrack} error={errors.track ?? null} />
          <Field label={text('organiser.eventName')} name="name" error={errors.name ?? null}>
            <Input
              name="name"
              maxLength={TEXT_MAX.name}
              defaultValue={event?.name ?? ''}
              autoComplete="off"
            />
          </Field>
          <Field label={text('organiser.startsAt')} name="startsAt" error={errors.startsAt ?? null}>
            <Input
              name="startsAt"
              type="datetime-local"
              defaultValue={event?.startsAt ? localTimeOf(event.startsAt, zone) : ''}
            />
          </Field>
          <ZoneSelect zone={zone} onZone={setZone} />
        </div>
      )}
    </Form>
  )
}

export function ZoneSelect({
  zone,
  onZone,
}: {
  readonly zone: string
  readonly onZone: (zone: string) => void
}) {
  const text = useText()
  return (
    <Field label={text('organiser.timeZone')}>
      <Select
        options={allTimeZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        value={zone}
        onChange={onZone}
      />
    </Field>
  )
}
