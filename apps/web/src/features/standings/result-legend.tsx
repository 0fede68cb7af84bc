import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { useText } from '../../messages/use-text.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'

/** What the looks and letters of the results mean. */
export function ResultLegend() {
  const text = useText()
  const { Finished, Retired, Disqualified } = ResultStatus
  const samples = [
    { position: 1, points: 25, resultStatus: Finished, says: text('timing.win') },
    { position: 2, points: 18, resultStatus: Finished, says: text('points.second') },
    { position: 3, points: 15, resultStatus: Finished, says: text('points.third') },
    { position: 8, points: 4, resultStatus: Finished, says: text('timing.inThePoints') },
    { position: 14, points: 0, resultStatus: Finished, says: text('timing.withoutPoints') },
    { position: 18, points: 0, resultStatus: Retired, says: text('timing.didNotFinish') },
    { position: 20, points: 0, resultStatus: Disqualified, says: text('timing.disqualified') },
  ]
  return (
    <ul
      aria-label={text('points.legend')}
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
        <b className="timing font-semibold text-text">{text('season.fastestLapLetter')}</b>{' '}
        {text('season.fastestLap')}
      </li>
      <li>
        <b className="timing font-semibold text-text">( )</b> {text('season.dropped')}
      </li>
    </ul>
  )
}
