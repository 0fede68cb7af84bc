import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import type { ReactNode } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { useAccount } from '../../auth/account.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDay, formatTime } from '../../timing/format-date.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'
import { TrackIcon } from '../../timing/track-icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { SessionResult } from './session-result.tsx'

/** A shorter one was not driven, or its clock was wrong. */
const DURATION_MIN_MS = 60_000

interface SessionRowProps {
  readonly session: ListedSession
  /** It is the name of the session, as text or as a link. */
  readonly title: ReactNode
  /** All are of one user, whom the page names already. */
  readonly ofOne: boolean
}

/** Shows a session in a list: two lines where it is narrow, columns where the list has room for them. */
export function SessionRow({ session, title, ofOne }: SessionRowProps) {
  const t = useText()
  const { sessionStartTime, trackId, seasons, origin } = session
  return (
    <div className="@container min-w-0 flex-1">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 @min-[45rem]:grid-cols-[auto_minmax(0,5fr)_minmax(0,6fr)_8rem_6.5rem] @min-[45rem]:gap-x-4">
        <div className="row-span-2 @min-[45rem]:row-span-1">
          <TrackIcon trackId={trackId} />
        </div>
        <div className="min-w-0">
          <div className="flex min-w-0 items-center gap-x-2">
            <span className="max-w-full shrink-0 truncate @max-md:shrink">{title}</span>
            {session.completeness?.classification === 'provisional' && (
              <Badge tone="warning">{t('session.provisional')}</Badge>
            )}
            {origin !== undefined && <Badge>{t('session.byHand')}</Badge>}
            {seasons.map(({ id, name }) => (
              <span key={id} className="min-w-8 shrink @max-4xl:hidden">
                <Badge title={t('session.countsInSeason', { season: name })}>
                  <span className="truncate">{name}</span>
                </Badge>
              </span>
            ))}
          </div>
          <p className="truncate text-small text-muted @max-[45rem]:hidden">
            {factsOf(session, t)}
          </p>
        </div>
        <div className="col-start-2 row-start-2 min-w-0 @min-[45rem]:col-start-3 @min-[45rem]:row-start-1">
          <SessionResult session={session} />
        </div>
        <div className="col-start-3 row-start-1 flex min-w-0 items-center justify-end gap-2 @min-[45rem]:col-start-4">
          <Finish session={session} ofOne={ofOne} />
        </div>
        <time
          dateTime={sessionStartTime}
          className="col-start-3 row-start-2 text-right text-small text-muted tabular-nums @min-[45rem]:col-start-5 @min-[45rem]:row-start-1"
        >
          <span className="@md:hidden">{formatDay(sessionStartTime, t.locale)}</span>
          <span className="@max-md:hidden">{formatDate(sessionStartTime, t.locale)}</span>
          <span className="block @max-[45rem]:hidden">
            {formatTime(sessionStartTime, t.locale)}
          </span>
        </time>
      </div>
    </div>
  )
}

function Finish({ session, ofOne }: Pick<SessionRowProps, 'session' | 'ofOne'>) {
  const t = useText()
  const isOwn = useAccount()?.userId === session.userId
  const result = session.highlights?.recorderResult
  return (
    <>
      {!ofOne && (
        <span className="max-w-24 truncate text-small text-muted @max-md:sr-only">
          {isOwn ? t('session.you') : session.userName}
        </span>
      )}
      {result && (
        <ResultBadge
          position={result.position}
          points={result.points ?? 0}
          resultStatus={result.resultStatus}
          prefix="P"
        />
      )}
    </>
  )
}

function factsOf(session: ListedSession, t: Text): string {
  const { numberOfLaps, highlights, sessionStartTime, sessionEndTime, origin } = session
  const drivers = highlights?.numberOfDrivers ?? 0
  const durationMs = Date.parse(sessionEndTime ?? sessionStartTime) - Date.parse(sessionStartTime)
  const minutes = new Intl.NumberFormat(t.locale, { style: 'unit', unit: 'minute' })
  const isTimed = origin === undefined && durationMs >= DURATION_MIN_MS
  return joinParts([
    numberOfLaps ? t('session.lapCount', { count: numberOfLaps }) : '',
    drivers > 0 ? t('session.driverCount', { count: drivers }) : '',
    isTimed ? minutes.format(Math.round(durationMs / 60_000)) : '',
  ])
}
