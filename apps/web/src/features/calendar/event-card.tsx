import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useDraft } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog, lazyDialog } from '../../ui/dialogs/dialog.tsx'
import { Menu } from '../../ui/choices/menu.tsx'
import { EventForm, toTyped } from './event-form.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { LinkedSession } from '../recordings/linked-session.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

const SessionPicker = lazyDialog(
  async () => (await import('../recordings/session-picker.tsx')).SessionPicker,
)

interface EventCardProps {
  readonly event: SeasonEvent
  /** Events count from 1. */
  readonly number: number
}

/** Shows an event with its sessions, and what can be done with it. */
export function EventCard({ event, number }: EventCardProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'edit' | 'sessions' | null>(null)
  const name = eventName(event)
  const params = { seasonId: season.id, eventId: event.id }

  const typeResult = () =>
    void navigate({
      to: '/dashboard/sessions/typed',
      search: { season: season.id, event: event.id },
    })

  const remove = () =>
    edit.runWithToast((ifMatch) => call(seasons.removeEvent, { params, ifMatch }), {
      done: t('organiser.eventRemoved', { name }),
    })

  return (
    <Card as="section" label={name}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span aria-hidden="true" className="timing text-section text-faint">
          {number}
        </span>
        <div className="min-w-0 flex-1 basis-44">
          <h2 className="text-subhead wrap-anywhere">
            {name}
            {name !== trackName(event.track) && (
              <span className="text-muted"> {trackName(event.track)}</span>
            )}
          </h2>
          <p className="text-small text-muted">
            {event.startsAt === null
              ? t('season.noDate')
              : formatDateTime(event.startsAt, t.locale)}
          </p>
        </div>
        <span className="flex flex-1 items-center justify-between gap-2 sm:flex-none">
          <Button
            // The button is coloured where it is what is left to do.
            look={event.sessions.length > 0 ? 'plain' : 'secondary'}
            size="small"
            aria-label={`${t('organiser.addSessions')}: ${name}`}
            onClick={() => setOpened('sessions')}
          >
            {t('organiser.addSessions')}
          </Button>
          <Menu
            label={t('organiser.moreOf', { name })}
            items={[
              { label: t('organiser.typeResult'), onSelect: typeResult },
              { label: t('organiser.editEvent'), onSelect: () => setOpened('edit') },
              {
                label: t('organiser.removeEvent'),
                danger: true,
                onSelect: () => void remove(),
              },
            ]}
          />
        </span>
      </div>
      {event.sessions.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {event.sessions.map((linked) => (
            <LinkedSession key={linked.session.id} event={event} linked={linked} />
          ))}
        </ul>
      )}
      {opened === 'edit' && (
        <Dialog open onClose={() => setOpened(null)} title={t('organiser.editEvent')}>
          <EditEvent event={event} onClose={() => setOpened(null)} />
        </Dialog>
      )}
      {opened === 'sessions' && <SessionPicker event={event} onClose={() => setOpened(null)} />}
    </Card>
  )
}

interface EditEventProps {
  readonly event: SeasonEvent
  readonly onClose: () => void
}

function EditEvent({ event, onClose }: EditEventProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const draft = useDraft({ value: toTyped(event), version: season.version })
  const params = { seasonId: season.id, eventId: event.id }
  return (
    <EventForm
      label={t('organiser.editEvent')}
      submitLabel={t('organiser.save')}
      draft={draft}
      onSave={async (body, seen) => {
        const made = await edit.run(
          (ifMatch) => call(seasons.updateEvent, { params, body, ifMatch }),
          { done: t('organiser.eventChanged', { name: eventName(event) }), seen },
        )
        onClose()
        return made
      }}
    />
  )
}
