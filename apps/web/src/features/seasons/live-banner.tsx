import type { Season } from '@pitboard/contract/season'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/link.tsx'
import { eventName } from './event-names.ts'

/** The standings hold a session that is being driven. */
export function LiveBanner({ season }: { readonly season: Season }) {
  const text = useText()
  if (!season.isLive) return null
  const driven = season.events.flatMap((event) =>
    event.sessions
      .filter(({ session }) => session.sessionEndTime === null)
      .map(({ session }) => ({ id: session.id, name: eventName(event) })),
  )
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-l border border-primary bg-panel px-4 py-3"
    >
      <span aria-hidden="true" className="live-dot size-3 rounded-full bg-primary" />
      <p className="min-w-0 flex-1 basis-60">
        <b className="timing block text-xl font-semibold">{text('season.asItStands')}</b>
        <span className="text-muted">{text('season.asItStandsWhy')}</span>
      </p>
      {driven.map(({ id, name }) => (
        <ButtonLink key={id} to="/live/$sessionId" params={{ sessionId: id }}>
          {text('season.watch', { event: name })}
        </ButtonLink>
      ))}
    </div>
  )
}
