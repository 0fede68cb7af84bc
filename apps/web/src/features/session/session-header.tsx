import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { memo, type ReactNode } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { weatherName } from '../../timing/names.ts'
import { TrackShape } from '../../timing/track-shape.tsx'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink, TabLink, TextLink, OutsideLink } from '../../ui/buttons/link.tsx'
import { ShareButton } from '../../ui/buttons/copy-button.tsx'
import { sessionName } from '../../timing/names.ts'
import { useAccount } from '../../auth/account.ts'
import { CaptureButton } from './capture-button.tsx'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { useQuery } from '@tanstack/react-query'
import { weekendOf } from './session-queries.ts'

const FILES = [
  ['xlsx', 'XLSX'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const

/** The session to take along. */
function SessionFiles({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  const isOwn = useAccount()?.userId === session.userId
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      {text('result.files')}
      {FILES.map(([format, name]) => (
        <OutsideLink key={format} href={`/api/Sessions/${session.id}/export?format=${format}`}>
          {name}
        </OutsideLink>
      ))}
      {isOwn && session.origin === undefined && <CaptureButton session={session} />}
    </p>
  )
}

export const SessionHeader = memo(function SessionHeader({
  session,
}: {
  readonly session: SessionDetail
}) {
  const text = useText()
  const isDriven = session.origin === undefined
  return (
    <header className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <p className="text-muted">
          <time dateTime={session.sessionStartTime}>
            {formatDateTime(session.sessionStartTime, text.locale)}
          </time>
          {', '}
          {text(isDriven ? 'result.recordedBy' : 'result.enteredBy')}{' '}
          <TextLink to="/user/$userId" params={{ userId: session.userId }}>
            {session.userName}
          </TextLink>
        </p>
        <h1 className="break-words">
          {session.trackName} <span className="text-muted">{sessionName(session, text)}</span>
        </h1>
        <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
          <Fact name={text('result.result')}>
            {text(session.classification === 'final' ? 'result.final' : 'session.provisional')}
          </Fact>
          {session.numberOfLaps !== null && session.numberOfLaps > 0 && (
            <Fact name={text('result.distance')}>
              {text('session.lapCount', { count: session.numberOfLaps })}
            </Fact>
          )}
          {session.origin !== 'hand' && <Driven session={session} />}
        </dl>
        {isDriven ? (
          <Completeness session={session} />
        ) : (
          <GameFacts isBare={session.origin === 'hand'} />
        )}
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          {isDriven && (
            <ButtonLink
              to="/sessions/$sessionId"
              params={{ sessionId: session.id }}
              search={{ t: '0' }}
            >
              {text('result.replay')}
            </ButtonLink>
          )}
          <ShareButton address={`${location.origin}/sessions/${session.id}`} />
          <SessionFiles session={session} />
        </div>
      </div>
      {session.trackOutline.length > 0 && (
        <div className="h-32 w-52 text-muted max-md:hidden">
          <TrackShape outline={session.trackOutline} trackName={session.trackName} />
        </div>
      )}
    </header>
  )
})

/** Facts that only the game reports. */
function Driven({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  return (
    <>
      <Fact name={text('result.startWeather')}>
        {session.startWeather === null ? (
          '–'
        ) : (
          <span className="flex items-center gap-1.5">
            <WeatherIcon weather={session.startWeather} />
            {weatherName(session.startWeather, text)}
          </span>
        )}
      </Fact>
      <Fact name={text('session.trackAndAir')}>
        {text('session.temperatures', {
          track: session.startTrackTemp ?? '–',
          air: session.startAirTemp ?? '–',
        })}
      </Fact>
      <Fact name={text('result.safetyCars')}>{safetyCars(session, text)}</Fact>
      <Fact name={text('session.overtakes')}>{session.overtakes.length}</Fact>
      <Fact name={text('result.game')}>
        {session.gameVersion ?? '–'}
        {session.gameBuild !== '' && <span className="text-muted"> ({session.gameBuild})</span>}
      </Fact>
    </>
  )
}

/** No telemetry stands behind it. */
function GameFacts({ isBare }: { readonly isBare: boolean }) {
  const text = useText()
  return (
    <p className="mt-4 text-small text-muted">
      <Badge>{text('session.byHand')}</Badge>{' '}
      {text(isBare ? 'result.byHandWhat' : 'result.documentWhat')}
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="timing text-timing">{children}</dd>
    </div>
  )
}

function safetyCars(session: SessionDetail, text: Text): string {
  const parts = [
    [session.numberOfSafetyCars, 'result.fullSafetyCars'],
    [session.numberOfVirtualSafetyCars, 'result.virtualSafetyCars'],
    [session.numberOfRedFlags, 'result.redFlags'],
  ] as const
  if (parts.every(([number]) => number === null)) return '–'
  const facts = parts.flatMap(([number, key]) => (number ? [text(key, { number })] : []))
  return facts.length === 0 ? text('result.none') : facts.join(', ')
}

/** Whether the recording lacks anything, and what. */
function Completeness({ session: { completeness } }: { readonly session: SessionDetail }) {
  const text = useText()
  const { framesSeen, lapsMissing, hiddenNames, restrictedDrivers, classification } = completeness
  const lacks = [
    classification === 'provisional' && text('result.lacksClassification'),
    framesSeen < 0.995 && text('result.lacksFrames', { percent: Math.floor(framesSeen * 100) }),
    lapsMissing > 0 && text('result.lacksLaps', { number: lapsMissing }),
    hiddenNames > 0 && text('result.lacksNames', { number: hiddenNames }),
    restrictedDrivers > 0 && text('result.lacksTelemetry', { number: restrictedDrivers }),
  ].filter((line) => line !== false)
  return (
    <p className="mt-4 text-small text-muted">
      <Badge tone={lacks.length === 0 ? 'good' : 'warning'}>
        {text(lacks.length === 0 ? 'result.complete' : 'result.incomplete')}
      </Badge>{' '}
      {lacks.length === 0 ? text('result.completeWhat') : lacks.join(' ')}
    </p>
  )
}

/** Leads to the other sessions of the weekend; its place is reserved until they are known. */
export function WeekendTabs({ sessionId }: { readonly sessionId: string }) {
  const text = useText()
  const { data } = useQuery(weekendOf(sessionId))
  if (data && data.length < 2) return null
  const races = data?.filter(({ sessionType }) => isRaceType(sessionType)) ?? []
  return (
    <nav aria-label={text('result.weekend')} className="flex min-h-11 overflow-x-auto">
      {data?.map(({ id, sessionType }) => (
        <TabLink
          key={id}
          to="/sessions/$sessionId"
          params={{ sessionId: id }}
          aria-current={id === sessionId ? 'page' : undefined}
        >
          {sessionName({ sessionType, raceKind: kindOf(id, races) }, text)}
        </TabLink>
      ))}
    </nav>
  )
}

/** Of two races of a weekend the first is the sprint. */
function kindOf(id: string, races: readonly { readonly id: string }[]): 'sprint' | 'main' | null {
  const place = races.findIndex((race) => race.id === id)
  if (races.length !== 2 || place < 0) return null
  return place === 0 ? 'sprint' : 'main'
}
