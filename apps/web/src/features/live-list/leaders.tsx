import type { LiveSummary } from '@pitboard/contract/live/live'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import { useText } from '../../messages/use-text.ts'
import { formatGap } from '../../timing/format-lap-time.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'

/** Shows the first three of a live session with their gaps. */
export function Leaders({ session }: { readonly session: LiveSummary }) {
  const t = useText()
  const decimals = isRaceType(session.sessionType) ? 1 : 3
  return (
    <ol
      aria-label={t('live.firstThree')}
      className="timing mt-1.5 flex min-h-19 flex-col gap-0.5 text-timing"
    >
      {session.leaders.map(({ name, teamColour, gapMs }, index) => (
        <li key={index} className="flex items-center gap-2">
          <span className="w-3 text-right text-muted">{index + 1}</span>
          <TeamBar teamColour={teamColour} />
          <span
            className={`flex min-w-0 flex-1 items-center gap-1.5 ${index === 0 ? 'font-semibold' : ''}`}
          >
            <span className="truncate">{name || '–'}</span>
            <DriverMark name={name} />
          </span>
          {gapMs !== null && (
            <span className="text-muted tabular-nums">{formatGap(gapMs, decimals)}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
