import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { useText } from '../../messages/use-text.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'

/** Explains what the looks and letters of the results mean. */
export function ResultLegend() {
  const t = useText()
  const { Finished, Retired, Disqualified } = ResultStatus
  const samples = [
    { position: 1, points: 25, resultStatus: Finished, says: t('timing.win') },
    { position: 2, points: 18, resultStatus: Finished, says: t('points.second') },
    { position: 3, points: 15, resultStatus: Finished, says: t('points.third') },
    { position: 8, points: 4, resultStatus: Finished, says: t('timing.inThePoints') },
    { position: 14, points: 0, resultStatus: Finished, says: t('timing.withoutPoints') },
    { position: 18, points: 0, resultStatus: Retired, says: t('timing.didNotFinish') },
    { position: 20, points: 0, resultStatus: Disqualified, says: t('timing.disqualified') },
  ]
  return (
    <ul
      aria-label={t('points.legend')}
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
        <b className="timing font-semibold text-text">{t('season.poleLetter')}</b>{' '}
        {t('season.pole')}
      </li>
      <li>
        <b className="timing font-semibold text-text">{t('season.fastestLapLetter')}</b>{' '}
        {t('season.fastestLap')}
      </li>
      <li>
        <b className="timing font-semibold text-text">{t('season.driverOfTheDayLetter')}</b>{' '}
        {t('season.driverOfTheDay')}
      </li>
      <li>
        <b className="timing font-semibold text-text">( )</b> {t('season.dropped')}
      </li>
    </ul>
  )
}
