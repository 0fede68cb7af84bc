import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'

const NONE = 'none'

interface EventChoiceProps {
  readonly seasons: readonly Season[]
  /** It is empty for none. */
  readonly seasonId: string
  readonly eventId: string
  readonly error: string | null
  readonly onChoice: (choice: { readonly season: string; readonly event: string }) => void
}

/** Asks where the result goes: an event of one's own season, or none yet. */
export function EventChoice({ seasons, seasonId, eventId, error, onChoice }: EventChoiceProps) {
  const t = useText()
  const season = seasons.find(({ id }) => id === seasonId)
  const none = { value: NONE, label: t('organiser.noSeasonYet') }
  return (
    <>
      <Field label={t('organiser.season')}>
        <Select
          options={[none, ...seasons.map(({ id, name }) => ({ value: id, label: name }))]}
          value={season?.id ?? NONE}
          onChange={(value) => onChoice({ season: value === NONE ? '' : value, event: '' })}
        />
      </Field>
      {season && (
        <Field label={t('organiser.event')} error={error}>
          <Select
            options={season.events.map((event, index) => ({
              value: event.id,
              label: `${index + 1} ${eventName(event)}`,
            }))}
            placeholder={t('organiser.chooseEvent')}
            value={season.events.some(({ id }) => id === eventId) ? eventId : null}
            onChange={(event) => onChoice({ season: seasonId, event })}
          />
        </Field>
      )}
    </>
  )
}
