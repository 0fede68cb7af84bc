import type { Result } from '@pitboard/contract/seasons/standings'
import { useText } from '../../messages/use-text.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'

/** Shows a result with the marks of pole, fastest lap and driver of the day; what is dropped stands in brackets. */
export function MatrixCell({ result }: { readonly result: Result }) {
  const t = useText()
  const { dropped, pole, fastestLap, driverOfTheDay = false } = result
  return (
    <span className={`inline-flex items-center ${dropped ? 'opacity-70' : ''}`}>
      {dropped && <Mark title={t('season.dropped')}>(</Mark>}
      <ResultBadge
        compact
        {...result}
        marks={
          (pole || fastestLap || driverOfTheDay) && (
            <span className="inline-grid grid-flow-col grid-rows-[auto_auto] gap-x-0.5 text-[0.625rem] leading-[0.6875rem] font-semibold">
              {pole && <Mark title={t('season.pole')}>{t('season.poleLetter')}</Mark>}
              {fastestLap && (
                <Mark title={t('season.fastestLap')}>{t('season.fastestLapLetter')}</Mark>
              )}
              {driverOfTheDay && (
                <Mark title={t('season.driverOfTheDay')}>{t('season.driverOfTheDayLetter')}</Mark>
              )}
            </span>
          )
        }
      />
      {dropped && <Mark title={null}>)</Mark>}
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

/** Shows the places gained since the table before the last event. */
export function PlacesGained({ places }: { readonly places: number | null }) {
  const t = useText()
  if (places === null || places === 0) return null
  const number = Math.abs(places)
  return (
    <span className={places > 0 ? 'text-good' : 'text-bad'}>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'}
        {number}
      </span>
      <span className="sr-only">
        {t(places > 0 ? 'season.gainedPlaces' : 'season.lostPlaces', { count: number })}
      </span>
    </span>
  )
}
