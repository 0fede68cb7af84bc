import { useFlash } from '../race/use-flash.ts'
import { useLive } from '../race/use-live.ts'
import { latestOfficial } from './session-feed.ts'
import { useEventText } from './use-event-text.ts'

/**
 * Shows the newest announcement of race control in one line; shows nothing where a strip has room for a few letters
 * only.
 */
export function LatestMessage() {
  const describe = useEventText()
  const event = useLive((session) => latestOfficial(session.events))
  const message = useFlash<HTMLParagraphElement>(event?.seq, event !== null, 'blink')
  return (
    <div className="@container hidden min-w-0 flex-1 md:block">
      <p ref={message} className="truncate @max-[5.5rem]:hidden">
        {event && describe(event)}
      </p>
    </div>
  )
}
