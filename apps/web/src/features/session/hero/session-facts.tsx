import type { SessionOutcome } from '@pitboard/contract/outcome/session-outcome'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { ReactNode } from 'react'
import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { weatherName } from '../../../timing/names.ts'
import { WeatherIcon } from '../../../timing/weather-icon.tsx'
import { Badge } from '../../../ui/badge.tsx'

interface SessionFactsProps {
  readonly session: SessionDetail
  readonly outcome: SessionOutcome | null
}

/** What the session was like, and how much of it is known. */
export function SessionFacts({ session, outcome }: SessionFactsProps) {
  const text = useText()
  const leadChanges = outcome?.kind === 'race' ? outcome.leadChanges : null
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-small">
        <Fact name={text('result.result')}>
          {text(session.classification === 'final' ? 'result.final' : 'session.provisional')}
        </Fact>
        {session.numberOfLaps !== null && session.numberOfLaps > 0 && (
          <Fact name={text('result.distance')}>
            {text('session.lapCount', { count: session.numberOfLaps })}
          </Fact>
        )}
        {leadChanges !== null && <Fact name={text('result.leadChanges')}>{leadChanges}</Fact>}
        {session.origin !== 'hand' && <Driven session={session} />}
      </dl>
      {session.origin === undefined ? (
        <Completeness session={session} />
      ) : (
        <WithoutTelemetry isTyped={session.origin === 'hand'} />
      )}
    </>
  )
}

/** Facts that only the game reports. */
function Driven({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  return (
    <>
      <Fact name={text('result.startWeather')}>
        {session.startWeather === null ? (
          '–'
        ) : (
          <span className="inline-flex items-center gap-1.5">
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

/** Entered by hand, or sent as a document. */
function WithoutTelemetry({ isTyped }: { readonly isTyped: boolean }) {
  const text = useText()
  return (
    <p className="text-small text-muted">
      <Badge>{text('session.byHand')}</Badge>{' '}
      {text(isTyped ? 'result.byHandWhat' : 'result.documentWhat')}
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
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
    framesSeen !== null &&
      framesSeen < 0.995 &&
      text('result.lacksFrames', { percent: Math.floor(framesSeen * 100) }),
    lapsMissing > 0 && text('result.lacksLaps', { number: lapsMissing }),
    hiddenNames > 0 && text('result.lacksNames', { number: hiddenNames }),
    restrictedDrivers > 0 && text('result.lacksTelemetry', { number: restrictedDrivers }),
  ].filter((line) => line !== false)
  return (
    <p className="text-small text-muted">
      <Badge tone={lacks.length === 0 ? 'good' : 'warning'}>
        {text(lacks.length === 0 ? 'result.complete' : 'result.incomplete')}
      </Badge>{' '}
      {lacks.length === 0 ? text('result.completeWhat') : lacks.join(' ')}
    </p>
  )
}
