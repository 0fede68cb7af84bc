import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { useText } from '../../messages/use-text.ts'
import { sessionName, sessionTypeName } from '../../timing/names.ts'
import { Card } from '../../ui/card.tsx'
import { TitleLink } from '../../ui/lists/title-link.tsx'
import { CaptureButton } from '../session/capture-button.tsx'
import { SessionRow } from '../session/session-row.tsx'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { allTracks } from '@pitboard/contract/sessions/track-names'
import { CONTROL_LOOK } from '../../ui/control-style.ts'

interface OwnSessionFiltersProps {
  readonly trackId: number | null
  readonly sessionType: number | null
  readonly onFilter: (filter: { track: string; type: string }) => void
}

const TRACKS = allTracks()
const TYPES = Object.values(SessionType).filter((type) => type !== SessionType.Unknown)

export function OwnSessionFilters({ trackId, sessionType, onFilter }: OwnSessionFiltersProps) {
  const t = useText()
  const track = trackId === null ? '' : String(trackId)
  const type = sessionType === null ? '' : String(sessionType)
  return (
    <div className="grid gap-3 sm:grid-cols-2 md:max-w-xl">
      <select
        aria-label={t('recordings.track')}
        value={track}
        onChange={(event) => onFilter({ track: event.target.value, type })}
        className={CONTROL_LOOK}
      >
        <option value="">{t('recordings.allTracks')}</option>
        {TRACKS.map(({ trackId: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('recordings.type')}
        value={type}
        onChange={(event) => onFilter({ track, type: event.target.value })}
        className={CONTROL_LOOK}
      >
        <option value="">{t('recordings.allTypes')}</option>
        {TYPES.map((id) => (
          <option key={id} value={id}>
            {sessionTypeName(id, t)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface OwnSessionListProps {
  readonly sessions: readonly ListedSession[]
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
}

/** Lists recordings of which some can be chosen. */
export function OwnSessionList({ sessions, chosen, onChosen }: OwnSessionListProps) {
  const t = useText()
  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  const isAll = sessions.every(({ id }) => chosen.has(id))
  return (
    <div className="@container">
      <Card as="ul" frame label={t('recordings.title')}>
        <li className="border-b border-line px-4">
          <label className="flex w-fit cursor-pointer items-center gap-3 text-muted">
            <span className="grid size-11 shrink-0 place-items-center">
              <input
                type="checkbox"
                checked={isAll}
                onChange={() => onChosen(new Set(isAll ? [] : sessions.map(({ id }) => id)))}
                className="size-5 accent-text"
              />
            </span>
            {t('recordings.chooseAll')}
          </label>
        </li>
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
          >
            <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
              <input
                type="checkbox"
                aria-label={t('recordings.choose', { name: nameOf(session) })}
                checked={chosen.has(session.id)}
                onChange={() => toggle(session.id)}
                className="size-5 accent-text"
              />
            </label>
            <SessionRow
              session={session}
              ofOne
              title={
                <TitleLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
                  {nameOf(session)}
                </TitleLink>
              }
            />
            {session.origin === undefined && (
              <CaptureButton
                session={session}
                label={t('recordings.captureOf', { name: nameOf(session) })}
              />
            )}
          </li>
        ))}
      </Card>
    </div>
  )

  function nameOf({ trackName, sessionType, highlights }: ListedSession): string {
    const session = sessionName({ sessionType, raceKind: highlights?.raceKind ?? null }, t)
    return t('session.title', { track: trackName, session })
  }
}
