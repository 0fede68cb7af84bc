import { useFlash } from '../race/flash.ts'
import { useLive } from '../race/use-live.ts'
import { latestOfficial } from './session-feed.ts'
import { useEventText } from './use-event-text.ts'

/** The newest announcement of race control in one line; a narrow window has no room for it. */
export function LatestMessage() {
  const describe = useEventText()
  const event = useLive((session) => latestOfficial(session.events))
  const message = useFlash<HTMLParagraphElement>(event?.seq, event !== null, 'blink')
  return (
    <p ref={message} className="hidden min-w-0 flex-1 truncate md:block">
      {event && describe(event)}
    </p>
  )
}
