import type { LiveSession } from '@pitboard/contract/live/live'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-date.ts'
import { sessionName } from '../../timing/names.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { endsByTime } from '@pitboard/contract/wire/session-kind'
import { leaderLap } from '../race/standing.ts'
import { useLive } from '../race/use-live.ts'

/** Shows how far the session is: the leader's lap, or the time that is left. */
export function SessionProgress() {
  const isTimed = useLive(({ sessionType }) => endsByTime(sessionType))
  return (
    <p className="timing flex shrink-0 items-baseline gap-1.5 text-subhead leading-none font-semibold">
      {isTimed ? <TimeLeft /> : <LapCounter />}
    </p>
  )
}

function LapCounter() {
  const t = useText()
  const lap = useLive(leaderLap) ?? 0
  const laps = useLive((session) => session.numberOfLaps) ?? 0
  return (
    <>
      <span className="label max-sm:sr-only">{t('live.lap')}</span>
      <span>
        {laps > 0 ? Math.min(lap, laps) : lap}
        {laps > 0 && <span className="text-muted">/{laps}</span>}
      </span>
    </>
  )
}

function TimeLeft() {
  const t = useText()
  const seconds = useLive((session) => session.sessionTimeLeft) ?? 0
  return (
    <>
      <span className="label max-sm:sr-only">{t('live.left')}</span>
      {formatClock(seconds)}
    </>
  )
}

/** Returns the time of the session in seconds: a cell that shows it repaints once a second. */
const sessionSecond = ({ sessionTimeMs }: LiveSession) => Math.floor(sessionTimeMs / 1000)

export function SessionClock() {
  const t = useText()
  const second = useLive(sessionSecond) ?? 0
  return (
    <p
      className="timing hidden shrink-0 text-timing leading-none text-muted wide:block"
      title={t('screen.sessionTime')}
    >
      <span className="sr-only">{t('screen.sessionTime')} </span>
      {formatClock(second)}
    </p>
  )
}

/** Shows who records the session and how many watch it. */
export function SessionAudience() {
  const t = useText()
  const name = useLive((session) => session.userName) ?? ''
  const count = useLive((session) => session.viewers) ?? 0
  return (
    <p
      className="hidden shrink-0 items-center gap-1.5 text-small text-muted xl:flex"
      title={t('screen.recordedBy', { name })}
    >
      <span className="recorded-by hidden min-[1900px]:inline">
        {t('screen.recordedBy', { name })}
      </span>
      <Icon name="eye" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('live.viewers', { count })}</span>
    </p>
  )
}

/** The heading of the screen says which session it is, on a phone in two lines; a narrow screen shortens the track's name. */
export function SessionHeading() {
  const t = useText()
  const trackName = useLive((session) => session.trackName)
  const name = useLive((session) => sessionName(session, t))
  const shortName = useLive(({ sessionType }) => shortNameOf(sessionType, t))
  return (
    <h1 className="flex min-w-0 flex-col text-timing leading-tight sm:flex-row sm:gap-x-1.5 sm:text-section">
      <span className="truncate sm:min-w-10 sm:shrink-[999]">{trackName}</span>{' '}
      {shortName !== null && (
        <span className="min-w-0 truncate text-muted wide:hidden">{shortName}</span>
      )}
      <span
        className={`min-w-0 truncate text-muted ${shortName === null ? '' : 'max-wide:hidden'}`}
      >
        {name}
      </span>
    </h1>
  )
}

const SHOOTOUT_PARTS = 3

/** Returns the short name of a session whose name is longer than the strip of a phone. */
function shortNameOf(sessionType: number, t: Text): string | null {
  if (sessionType === SessionType.OneShotQualifying) return t('screen.oneShot')
  if (sessionType === SessionType.OneShotSprintShootout) return t('screen.oneShot')
  if (sessionType === SessionType.ShortQualifying) return t('screen.shortQualifying')
  if (sessionType === SessionType.ShortSprintShootout) return t('screen.shortShootout')
  const part = sessionType - SessionType.SprintShootout1 + 1
  return part >= 1 && part <= SHOOTOUT_PARTS ? t('screen.shootoutPart', { part }) : null
}

export function LiveTitle() {
  const t = useText()
  const track = useLive((session) => session.trackName) ?? ''
  const session = useLive((live) => sessionName(live, t)) ?? ''
  return <PageTitle page={t('screen.liveTitle', { track, session })} />
}
