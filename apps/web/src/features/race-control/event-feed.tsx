import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { memo } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Card, ScrollBox } from '../../ui/card.tsx'
import { describeEvent } from './describe-event.ts'
import { driverCode } from '../live/driver-code.ts'
import { useLive, useLiveStore } from '../live/use-live.ts'

/** Race control and timing in plain words, newest first. */
export function EventFeed() {
  const text = useText()
  const events = useLive((session) => session.events) ?? []
  return (
    <Card as="section" label={text('live.events')} frame>
      <h2 className="label border-b border-line px-4 py-1.5">{text('live.events')}</h2>
      {events.length === 0 ? (
        <p className="px-4 py-3 text-muted">{text('live.noEvents')}</p>
      ) : (
        <ScrollBox label={text('live.eventsNewestFirst')} className="max-h-96">
          <ol>
            {events.toReversed().map((event) => (
              <EventLine key={event.seq} event={event} />
            ))}
          </ol>
        </ScrollBox>
      )}
    </Card>
  )
}

const EventLine = memo(function EventLine({ event }: { readonly event: SessionEvent }) {
  const text = useText()
  const { view } = useLiveStore()
  const drivers = view().session?.drivers ?? []
  const nameOf = (driverIdx: number) => {
    const place = drivers.findIndex((driver) => driver.driverIdx === driverIdx)
    return place < 0 ? text('live.aCar') : driverCode(drivers, place)
  }
  return (
    <li className="flex items-baseline gap-3 border-b border-line px-4 py-1.5 last:border-b-0">
      <span className="timing w-16 shrink-0 text-faint">
        {event.lapNum === null ? '' : text('live.lapNumber', { lap: event.lapNum })}
      </span>
      <span
        aria-hidden="true"
        className={`h-3 w-1 shrink-0 self-center rounded-[1px] ${toneOf(event)}`}
      />
      <span>{describeEvent(event, nameOf, text)}</span>
    </li>
  )
})

function toneOf({ kind }: SessionEvent): string {
  switch (kind) {
    case 'fastestLap':
      return 'bg-session-best'
    case 'redFlag':
    case 'retirement':
      return 'bg-flag-red'
    case 'safetyCar':
      return 'bg-flag-yellow'
    case 'penalty':
    case 'warning':
    case 'collision':
      return 'bg-secondary'
    case 'pitStop':
      return 'bg-in-pit'
    case 'chequeredFlag':
    case 'raceWinner':
    case 'lightsOut':
      return 'bg-text'
    default:
      return 'bg-line-strong'
  }
}
