import { EVENT_YEARS } from '@pitboard/contract/seasons/event-years'
import type { EventFields } from '@pitboard/contract/seasons/season'
import { type ReactNode, useState } from 'react'
import { EVENT_FIELDS, textFields } from '../../../changes/edited-fields.ts'
import { useText } from '../../../messages/use-text.ts'
import { Field } from '../../../ui/forms/field.tsx'
import type { FormValues } from '../../../ui/forms/form-fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { allTimeZones, instantOf, localTimeOf, ownTimeZone } from '../../season/time-zones.ts'
import { TrackSelect } from '../../season/track-select.tsx'

interface EventFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly event: EventFields | null
  readonly onSave: (event: EventFields) => Promise<void>
  /** Beside the button that saves. */
  readonly actions?: ReactNode
}

/** Track, name and start time in a time zone that the organiser chooses. */
export function EventForm({ label, submitLabel, event, onSave, actions }: EventFormProps) {
  const text = useText()
  const [track, setTrack] = useState<number | null>(event?.track ?? null)
  const [zone, setZone] = useState(ownTimeZone)

  function save({ name, startsAt }: FormValues<'name' | 'startsAt'>) {
    return onSave({
      track: track ?? 0,
      name,
      startsAt: startsAt === '' ? null : instantOf(startsAt, zone),
    })
  }

  return (
    <Form
      label={label}
      submitLabel={submitLabel}
      submitLook="secondary"
      hasColumns
      fields={[
        {
          kind: 'custom',
          name: 'track',
          check: () => track === null && text('organiser.trackMissing'),
          render: (error) => <TrackSelect track={track} onTrack={setTrack} error={error} />,
        },
        ...textFields(EVENT_FIELDS, { name: event?.name ?? '' }, text),
        {
          kind: 'datetime-local',
          name: 'startsAt',
          label: text(EVENT_FIELDS.startsAt.label),
          defaultValue: event?.startsAt ? localTimeOf(event.startsAt, zone) : '',
          check: (typed) =>
            isOtherYear(typed) &&
            text('organiser.yearInvalid', {
              first: String(EVENT_YEARS.first),
              last: String(EVENT_YEARS.last),
            }),
        },
        {
          kind: 'custom',
          name: 'zone',
          render: () => <ZoneSelect zone={zone} onZone={setZone} />,
        },
      ]}
      onSubmit={save}
      actions={actions}
    />
  )
}

function isOtherYear(typed: string): boolean {
  const year = Number.parseInt(typed, 10)
  return year < EVENT_YEARS.first || year > EVENT_YEARS.last
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
