import { EVENT_YEARS } from '@pitboard/contract/seasons/event-years'
import type { EventFields } from '@pitboard/contract/seasons/season'
import type { ReactNode } from 'react'
import { changedFields } from '../../changes/changed-fields.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import { type DescribeDifference, describeField } from '../../changes/draft-notice.tsx'
import { EVENT_FIELDS, textFields } from '../../changes/edited-fields.ts'
import type { Draft } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Select } from '../../ui/forms/select.tsx'
import {
  allTimeZones,
  instantOf,
  localTimeOf,
  ownTimeZone,
} from '@pitboard/contract/seasons/time-zones'
import { TrackSelect } from '../season/track-select.tsx'
import { pointsListText } from '../../timing/points-list-text.ts'
import { EventPointsFields } from './event-points-fields.tsx'
import { readTypedPoints, toTypedPoints, type TypedEventPoints } from './typed-event-points.ts'

interface EventFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly draft: Draft<TypedEvent>
  readonly onSave: (event: EventFields, version: number) => Promise<number | undefined>
  /** The actions stand beside the button that saves. */
  readonly actions?: ReactNode
}

/** An event is typed in this form: its start is a local time of the zone. */
interface TypedEvent {
  readonly track: number | null
  readonly name: string
  readonly startsAt: string
  readonly zone: string
  readonly points: TypedEventPoints
}

export function toTyped(event: EventFields | null): TypedEvent {
  const zone = ownTimeZone()
  return {
    track: event?.track ?? null,
    name: event?.name ?? '',
    startsAt: event?.startsAt ? localTimeOf(event.startsAt, zone) : '',
    zone,
    points: toTypedPoints(event?.points ?? null),
  }
}

const describe: DescribeDifference = (difference, t) => {
  const { path, before, after } = difference
  if (path[0] === 'zone') return []
  if (path[0] === 'points') return describeField({ ...difference, path: path.slice(1) }, t)
  if (path[0] !== 'startsAt') return describeField(difference, t)
  const zone = ownTimeZone()
  const instant = (local: unknown) =>
    typeof local === 'string' && local !== '' ? instantOf(local, zone) : null
  return changedFields('startsAt', { before: instant(before), after: instant(after) }, t)
}

/** Asks for track, name and start time in a time zone that the organiser chooses. */
export function EventForm({ label, submitLabel, draft, onSave, actions }: EventFormProps) {
  const t = useText()
  const { track, zone, points } = draft.value
  const ownPoints = readTypedPoints(points)

  function save(version: number, { name, startsAt }: FormValues<'name' | 'startsAt'>) {
    if (track === null) throw new Error('The form was sent without a track')
    if (ownPoints === undefined) throw new Error('The form was sent with points that are none')
    const event = {
      track,
      name,
      startsAt: startsAt === '' ? null : instantOf(startsAt, zone),
      points: ownPoints,
    }
    return onSave(event, version)
  }

  return (
    <DraftForm
      draft={draft}
      describe={describe}
      label={label}
      submitLabel={submitLabel}
      submitLook="secondary"
      hasColumns
      fields={[
        {
          kind: 'custom',
          name: 'track',
          check: () => track === null && t('organiser.trackMissing'),
          render: (error) => (
            <TrackSelect
              track={track}
              onTrack={(next) => draft.set({ track: next })}
              error={error}
            />
          ),
        },
        ...textFields(EVENT_FIELDS, draft.value, t),
        {
          kind: 'datetime-local',
          name: 'startsAt',
          label: t(EVENT_FIELDS.startsAt.label),
          check: (typed) =>
            isOtherYear(typed) &&
            t('organiser.yearInvalid', {
              first: String(EVENT_YEARS.first),
              last: String(EVENT_YEARS.last),
            }),
        },
        {
          kind: 'custom',
          name: 'zone',
          render: () => <ZoneSelect zone={zone} onZone={(next) => draft.set({ zone: next })} />,
        },
        {
          kind: 'custom',
          name: 'points',
          check: () => ownPoints === undefined && pointsListText(t),
          render: (error) => (
            <EventPointsFields
              points={points}
              error={error}
              onPoints={(change) => draft.set({ points: { ...points, ...change } })}
            />
          ),
        },
      ]}
      onSave={save}
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
  const t = useText()
  return (
    <Field label={t('organiser.timeZone')}>
      <Select
        options={allTimeZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        value={zone}
        onChange={onZone}
      />
    </Field>
  )
}
