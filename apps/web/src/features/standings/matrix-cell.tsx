import type { Result } from '@pitboard/contract/seasons/standings'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'

/** A result with the marks of pole and fastest lap; what is dropped stands in brackets. */
export function MatrixCell({ result }: { readonly result: Result }) {
  const text = useText()
  const { dropped, pole, fastestLap } = result
  return (
    <span className={`relative inline-flex items-center ${dropped ? 'opacity-70' : ''}`}>
      {dropped && <Mark title={text('season.dropped')}>(</Mark>}
      <ResultBadge compact {...result} />
      {dropped && <Mark title={null}>)</Mark>}
      {pole && (
        <Corner place="-top-1">
          <Mark title={text('season.pole')}>{text('season.poleLetter')}</Mark>
        </Corner>
      )}
      {fastestLap && (
        <Corner place="-bottom-1 text-session-best">
          <Mark title={text('season.fastestLap')}>{text('season.fastestLapLetter')}</Mark>
        </Corner>
      )}
    </span>
  )
}

/** Over the edge of the chip but not over its neighbour: a column is as wide as without marks. */
function Corner({ place, children }: { readonly place: string; readonly children: ReactNode }) {
  return (
    <span
      className={`absolute right-0 rounded-s bg-panel px-px text-[0.6875rem] leading-3 font-semibold ${place}`}
    >
      {children}
    </span>
  )
}

function Mark({ title, children }: { readonly title: string | null; readonly children: string }) {
  return (
    <span title={title ?? undefined}>
      <span aria-hidden="true">{children}</span>
      {title !== null && <span className="sr-only">{title}</span>}
    </span>
  )
}

/** What the looks and letters of the results mean. */
export function ResultLegend() {
  const text = useText()
  const { Finished, Retired, Disqualified } = ResultStatus
  const samples = [
    { position: 1, points: 25, resultStatus: Finished, says: text('timing.win') },
    { position: 2, points: 18, resultStatus: Finished, says: text('timing.podium') },
    { position: 8, points: 4, resultStatus: Finished, says: text('timing.inThePoints') },
    { position: 14, points: 0, resultStatus: Finished, says: text('timing.withoutPoints') },
    { position: 18, points: 0, resultStatus: Retired, says: text('timing.didNotFinish') },
    { position: 20, points: 0, resultStatus: Disqualified, says: text('timing.disqualified') },
  ]
  return (
    <ul
      aria-label={text('season.legend')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted"
    >
      {samples.map(({ says, ...sample }) => (
        <li key={says} className="flex items-center gap-1.5">
          <span aria-hidden="true">
            <ResultBadge {...sample} />
          </span>
          {says}
        </li>
      ))}
      <li>
        <b className="timing font-semibold text-text">{text('season.poleLetter')}</b>{' '}
        {text('season.pole')}
      </li>
      <li>
        <b className="timing font-semibold text-session-best">{text('season.fastestLapLetter')}</b>{' '}
        {text('season.fastestLap')}
      </li>
      <li>
        <b className="timing font-semibold text-text">( )</b> {text('season.dropped')}
      </li>
    </ul>
  )
}

/** Against the table before the last event. */
export function PlacesGained({ places }: { readonly places: number | null }) {
  const text = useText()
  if (places === null || places === 0) return null
  const number = Math.abs(places)
  return (
    <span className={places > 0 ? 'text-good' : 'text-bad'}>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'}
        {number}
      </span>
      <span className="sr-only">
        {text(places > 0 ? 'season.gainedPlaces' : 'season.lostPlaces', { count: number })}
      </span>
    </span>
  )
}
