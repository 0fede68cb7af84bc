import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { LinkEffect } from './link-effect.tsx'
import { Doubts, LiveChoice } from './live-choice.tsx'
import { doubtsOf } from './live-links.ts'
import { RecordingPicker } from './recording-picker.tsx'
import type { Weekend } from './recordings.ts'
import { useEditedSeason } from '../season/edited-season.ts'

interface SessionPickerProps {
  readonly event: SeasonEvent
  /** These are chosen at first. */
  readonly proposedIds?: readonly string[]
  readonly onClose: () => void
}

/** Chooses sessions of any weekends, for one event. */
export function SessionPicker({ event, proposedIds = [], onClose }: SessionPickerProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [chosen, setChosen] = useState<readonly string[]>(proposedIds)
  const params = { seasonId: season.id, eventId: event.id }
  return (
    <RecordingPicker
      season={season}
      trackId={event.track}
      title={t('organiser.sessionsOf', { name: eventName(event) })}
      description={t('organiser.sessionsOfHow')}
      linkLabel={
        chosen.length === 0
          ? t('organiser.linkNothing')
          : t('organiser.link', { count: chosen.length })
      }
      isAnyChosen={chosen.length > 0}
      onClose={onClose}
      onLink={async () => {
        await edit.run(
          (ifMatch) =>
            call(seasons.addSessions, { params, body: { sessionIds: [...chosen] }, ifMatch }),
          { done: t('organiser.sessionsAdded', { count: chosen.length }) },
        )
      }}
      effect={<LinkEffect eventId={event.id} sessionIds={chosen} />}
      renderLive={(filter) => (
        <LiveChoice
          season={season}
          filter={filter}
          event={event}
          isChosen={({ id }) => chosen.includes(id)}
          onChosen={({ id }, isIn) =>
            setChosen(isIn ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      )}
      renderWeekend={(weekend) => (
        <WeekendChoice
          key={weekend.key}
          weekend={weekend}
          event={event}
          chosen={chosen}
          onChosen={setChosen}
        />
      )}
    />
  )
}

function WeekendChoice({
  weekend,
  event,
  chosen,
  onChosen,
}: {
  readonly weekend: Weekend
  readonly event: SeasonEvent
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
}) {
  const { season } = useEditedSeason()
  const t = useText()
  const ids = weekend.sessions.map(({ id }) => id)
  const isWhole = ids.every((id) => chosen.includes(id))
  const label = `${weekend.trackName}, ${formatDate(weekend.startedAt, t.locale)}`
  return (
    <fieldset className="min-w-0 rounded-m border border-line px-3 pb-1">
      <legend className="px-1">
        <Checkbox
          label={<b className="timing text-timing font-semibold">{label}</b>}
          checked={isWhole}
          onChange={(all) =>
            onChosen([...chosen.filter((id) => !ids.includes(id)), ...(all ? ids : [])])
          }
        />
      </legend>
      {weekend.sessions.map((session) => (
        <div key={session.id} className="pl-4">
          <Checkbox
            label={
              <>
                {sessionTypeName(session.sessionType, t)}{' '}
                <span className="text-small text-muted">
                  {formatDateTime(session.sessionStartTime, t.locale)} · {session.userName}
                  {session.origin === 'hand' && ` · ${t('session.byHand')}`}
                </span>
              </>
            }
            checked={chosen.includes(session.id)}
            onChange={(add) =>
              onChosen(add ? [...chosen, session.id] : chosen.filter((id) => id !== session.id))
            }
          />
          {chosen.includes(session.id) && (
            <Doubts doubts={doubtsOf(session, season, event)} name={session.userName} />
          )}
        </div>
      ))}
    </fieldset>
  )
}
