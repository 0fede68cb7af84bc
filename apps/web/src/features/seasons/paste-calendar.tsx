import { seasons } from '@pitboard/contract/season-endpoints'
import { trackName } from '@pitboard/contract/track-names'
import { useState } from 'react'
import { call } from '../../call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ZoneSelect } from './event-form.tsx'
import { parseCalendar } from './parse-calendar.ts'
import type { PartProps } from './season-editor.tsx'
import { ownTimeZone } from './time-zones.ts'

/** A whole calendar at once, as it stands in a message or a table. */
export function PasteCalendar({ season, edit }: PartProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [zone, setZone] = useState(ownTimeZone)
  const lines = parseCalendar(typed, zone)
  const events = lines.flatMap(({ event }) => (event ? [event] : []))

  async function add() {
    if (events.length === 0) return { calendar: text('organiser.noTrackFound') }
    const errors = await edit.run(
      (ifMatch) =>
        call(seasons.addEvents, { params: { seasonId: season.id }, body: { events }, ifMatch }),
      { done: text('organiser.eventsAdded', { count: events.length }) },
    )
    if (!errors) setTyped('')
    return errors
  }

  return (
    <Form
      label={text('organiser.pasteCalendar')}
      submitLabel={text('organiser.addEvents', { count: events.length })}
      submitLook="secondary"
      onSubmit={add}
    >
      {(errors) => (
        <>
          <Field
            label={text('organiser.pasteCalendar')}
            hint={text('organiser.pasteHint')}
            error={errors.calendar ?? null}
          >
            <TextArea
              rows={6}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              placeholder={text('organiser.pasteExample')}
            />
          </Field>
          <ZoneSelect zone={zone} onZone={setZone} />
          {lines.length > 0 && (
            <ol aria-label={text('organiser.found')} className="timing flex flex-col text-lg">
              {lines.map(({ line, event }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two lines may be alike
                <li key={index} className="flex flex-wrap gap-x-3 border-b border-line py-1">
                  {event ? (
                    <>
                      <span className="min-w-36">{trackName(event.track)}</span>
                      <span className="min-w-44 text-muted">
                        {event.startsAt
                          ? formatDateTime(event.startsAt, text.locale, zone)
                          : text('season.noDate')}
                      </span>
                      <span className="text-muted">{event.name}</span>
                    </>
                  ) : (
                    <span className="text-bad wrap-anywhere">
                      {text('organiser.noTrackIn', { line })}
                    </span>
                  )}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Form>
  )
}
