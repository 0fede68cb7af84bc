import type { SessionOutcome } from '@pitboard/analysis/outcome/session-outcome'
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

/** Says what the session was like, and how much of it is known. */
export function SessionFacts({ session, outcome }: SessionFactsProps) {
  const t = useText()
  const leadChanges = outcome?.kind === 'race' ? outcome.leadChanges : null
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1.5 text-small">
        <Fact name={t('result.result')}>
          {t(session.classification === 'final' ? 'result.final' : 'session.provisional')}
        </Fact>
        {session.numberOfLaps !== null && session.numberOfLaps > 0 && (
          <Fact name={t('result.distance')}>
            {t('session.lapCount', { count: session.numberOfLaps })}
          </Fact>
        )}
        {leadChanges !== null && <Fact name={t('result.leadChanges')}>{leadChanges}</Fact>}
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

/** Shows facts that only the game reports. */
function Driven({ session }: { readonly session: SessionDetail }) {
  const t = useText()
  return (
    <>
      <Fact name={t('result.startWeather')}>
        {session.startWeather === null ? (
          '–'
        ) : (
          <span className="inline-flex items-center gap-1.5">
            <WeatherIcon weather={session.startWeather} />
            {weatherName(session.startWeather, t)}
          </span>
        )}
      </Fact>
      <Fact name={t('session.trackAndAir')}>
        {t('session.temperatures', {
          track: session.startTrackTemp ?? '–',
          air: session.startAirTemp ?? '–',
        })}
      </Fact>
      <Fact name={t('result.safetyCars')}>{safetyCars(session, t)}</Fact>
      <Fact name={t('session.overtakes')}>{session.overtakes.length}</Fact>
      <Fact name={t('result.game')}>
        {session.gameVersion ?? '–'}
        {session.gameBuild !== '' && <span className="text-muted"> ({session.gameBuild})</span>}
      </Fact>
    </>
  )
}

/** Says that it was entered by hand, or sent as a document. */
function WithoutTelemetry({ isTyped }: { readonly isTyped: boolean }) {
  const t = useText()
  return (
    <p className="text-small text-muted">
      <Badge>{t('session.byHand')}</Badge>{' '}
      {t(isTyped ? 'result.byHandWhat' : 'result.documentWhat')}
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-center gap-1 font-semibold">{children}</dd>
    </div>
  )
}

function safetyCars(session: SessionDetail, t: Text): string {
  const parts = [
    [session.numberOfSafetyCars, 'result.fullSafetyCars'],
    [session.numberOfVirtualSafetyCars, 'result.virtualSafetyCars'],
    [session.numberOfRedFlags, 'result.redFlags'],
  ] as const
  if (parts.every(([number]) => number === null)) return '–'
  const facts = parts.flatMap(([number, key]) => (number ? [t(key, { number })] : []))
  return facts.length === 0 ? t('result.none') : facts.join(', ')
}

/** Says whether the recording lacks anything, and what. */
function Completeness({ session: { completeness } }: { readonly session: SessionDetail }) {
  const t = useText()
  const { framesSeen, lapsMissing, hiddenNames, restrictedDrivers, classification } = completeness
  const lacks = [
    classification === 'provisional' && t('result.lacksClassification'),
    framesSeen !== null &&
      framesSeen < 0.995 &&
      t('result.lacksFrames', { percent: Math.floor(framesSeen * 100) }),
    lapsMissing > 0 && t('result.lacksLaps', { number: lapsMissing }),
    hiddenNames > 0 && t('result.lacksNames', { number: hiddenNames }),
    restrictedDrivers > 0 && t('result.lacksTelemetry', { number: restrictedDrivers }),
  ].filter((line) => line !== false)
  return (
    <p className="text-small text-muted">
      <Badge tone={lacks.length === 0 ? 'good' : 'warning'}>
        {t(lacks.length === 0 ? 'result.complete' : 'result.incomplete')}
      </Badge>{' '}
      {lacks.length === 0 ? t('result.completeWhat') : lacks.join(' ')}
    </p>
  )
}
