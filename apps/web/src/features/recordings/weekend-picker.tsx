import type { Season } from '@pitboard/contract/seasons/season'
import { seasonManagement, type WeekendLink } from '@pitboard/contract/seasons/season-management'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { LiveChoice } from './live-choice.tsx'
import { RecordingPicker } from './recording-picker.tsx'
import type { Weekend } from './recordings.ts'
import { useEditedSeason } from '../season/edited-season.ts'

/** Chooses whole weekends: each goes to the first event of its track that has no sessions, or a new one. */
export function WeekendPicker({ onClose }: { readonly onClose: () => void }) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [chosen, setChosen] = useState<readonly Placeable[]>([])
  const params = { seasonId: season.id }
  return (
    <RecordingPicker
      season={season}
      trackId={null}
      title={t('organiser.addWeekends')}
      description={t('organiser.addWeekendsHow')}
      linkLabel={
        chosen.length === 0
          ? t('organiser.linkNothing')
          : t('organiser.linkWeekends', { count: chosen.length })
      }
      isAnyChosen={chosen.length > 0}
      onClose={onClose}
      onLink={async () => {
        await edit.run(
          (ifMatch) =>
            call(seasonManagement.linkWeekends, {
              params,
              body: { weekends: placed(season, chosen) },
              ifMatch,
            }),
          { done: t('organiser.weekendsAdded', { count: chosen.length }) },
        )
      }}
      renderLive={(filter) => (
        <LiveChoice
          season={season}
          filter={filter}
          event={null}
          isChosen={({ id }) => chosen.some(({ key }) => key === id)}
          onChosen={({ id, trackId, sessionStartTime: startedAt }, isIn) => {
            const others = chosen.filter(({ key }) => key !== id)
            setChosen(
              isIn ? [...others, { key: id, trackId, startedAt, sessions: [{ id }] }] : others,
            )
          }}
        />
      )}
      renderWeekend={(weekend) => (
        <div key={weekend.key} className="border-b border-line pb-1 last:border-b-0">
          <Checkbox
            label={
              <>
                <b className="timing text-timing font-semibold">{weekend.trackName}</b>{' '}
                <span className="text-small text-muted">
                  {formatDate(weekend.startedAt, t.locale)} ·{' '}
                  {weekend.sessions
                    .map(({ sessionType }) => sessionTypeName(sessionType, t))
                    .join(', ')}
                </span>
              </>
            }
            checked={chosen.some(({ key }) => key === weekend.key)}
            onChange={(isIn) => {
              const others = chosen.filter(({ key }) => key !== weekend.key)
              setChosen(isIn ? [...others, weekend] : others)
            }}
          />
        </div>
      )}
    />
  )
}

/** These sessions go into one event together. */
interface Placeable extends Pick<Weekend, 'key' | 'trackId' | 'startedAt'> {
  readonly sessions: readonly { readonly id: string }[]
}

/** Places the weekends in the order in which they were driven, as the events of the calendar are. */
function placed({ events }: Season, weekends: readonly Placeable[]): WeekendLink[] {
  const free = events.filter(({ sessions }) => sessions.length === 0)
  const taken = new Set<string>()
  const inOrder = weekends.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
  return inOrder.map(({ trackId, startedAt, sessions }) => {
    const sessionIds = sessions.map(({ id }) => id)
    const known = free.find(({ id, track }) => track === trackId && !taken.has(id))
    if (!known) return { event: { track: trackId, startsAt: startedAt }, sessionIds }
    taken.add(known.id)
    return { eventId: known.id, sessionIds }
  })
}
