import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useMessage } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { EventCard } from './event-card.tsx'
import { EventForm, toTyped } from './event-form.tsx'
import { LiveProposals } from '../recordings/live-proposals.tsx'
import { RecordedProposals } from '../recordings/recorded-proposals.tsx'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

const PasteCalendar = lazyPart(async () => (await import('./paste-calendar.tsx')).PasteCalendar, {
  fallback: <Skeleton className="h-48" />,
})

const WeekendPicker = lazyDialog(
  async () => (await import('../recordings/weekend-picker.tsx')).WeekendPicker,
)

/** Shows the calendar, and what was driven at each of its events. `importer` imports results of several events. */
export function EventsTab({ importer }: { readonly importer: ReactNode }) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [opened, setOpened] = useState(false)
  const [blank] = useState(() => toTyped(null))
  const added = useMessage(blank)
  const [isNew] = useState(season.events.length === 0)
  const params = { seasonId: season.id }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpened(true)}>{t('organiser.addWeekends')}</Button>
        <ButtonLink to="/dashboard/sessions/typed" search={{ season: season.id }}>
          {t('organiser.typeResult')}
        </ButtonLink>
      </div>
      <LiveProposals />
      <RecordedProposals />
      {season.events.length === 0 && (
        <EmptyState title={t('organiser.noEvents')}>{t('organiser.noEventsWhy')}</EmptyState>
      )}
      <ol className="flex flex-col gap-3">
        {season.events.map((event, index) => (
          <li key={event.id}>
            <EventCard event={event} number={index + 1} />
          </li>
        ))}
      </ol>
      <Card>
        <Disclosure
          opened={isNew}
          title={<h2 className="text-subhead">{t('organiser.addEvent')}</h2>}
        >
          <EventForm
            label={t('organiser.addEvent')}
            submitLabel={t('organiser.addEvent')}
            draft={added}
            onSave={(body) =>
              edit.run((ifMatch) => call(seasons.addEvent, { params, body, ifMatch }), {
                done: t('organiser.eventsAdded', { count: 1 }),
              })
            }
          />
        </Disclosure>
        <Disclosure title={<h2 className="text-subhead">{t('organiser.wholeCalendar')}</h2>}>
          <PasteCalendar />
        </Disclosure>
        {season.events.length > 0 && (
          <Disclosure title={<h2 className="text-subhead">{t('organiser.importResults')}</h2>}>
            {importer}
          </Disclosure>
        )}
      </Card>
      {opened && <WeekendPicker onClose={() => setOpened(false)} />}
    </div>
  )
}
