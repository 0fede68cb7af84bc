import type { SeasonEvent, Season } from '@pitboard/contract/season'
import { trackName } from '@pitboard/contract/track-names'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'

const NEW = 'new'

interface LinkFieldsProps {
  readonly seasons: readonly Season[]
  readonly season: Season
  /** Null: a new one. */
  readonly eventId: string | null
  readonly newEvent: string
  readonly onSeason: (id: string) => void
  readonly onEvent: (id: string | null) => void
}

export function LinkFields({
  seasons,
  season,
  eventId,
  newEvent,
  onSeason,
  onEvent,
}: LinkFieldsProps) {
  const text = useText()
  return (
    <>
      <Field label={text('recordings.season')}>
        <Select
          options={seasons.map(({ id, name }) => ({ value: id, label: name }))}
          value={season.id}
          onChange={onSeason}
        />
      </Field>
      <Field label={text('recordings.event')}>
        <Select
          options={[
            { value: NEW, label: newEvent },
            ...season.events.map((event) => ({ value: event.id, label: eventLabel(event, text) })),
          ]}
          value={eventId ?? NEW}
          onChange={(value) => onEvent(value === NEW ? null : value)}
        />
      </Field>
    </>
  )
}

function eventLabel({ name, track, startsAt }: SeasonEvent, text: Text): string {
  const called = name.trim() === '' ? trackName(track) : name
  return startsAt === null ? called : `${called}, ${formatDate(startsAt, text.locale)}`
}
