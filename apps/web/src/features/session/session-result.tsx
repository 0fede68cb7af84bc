import { itemAt } from '@pitboard/contract/wire/item-at'
import type { ListedSession, PodiumDriver } from '@pitboard/contract/sessions/listed-session'
import { useText } from '../../messages/use-text.ts'
import { driverCodes } from '../../timing/driver-codes.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import type { Finisher } from '../../timing/podium.tsx'
import { PodiumLine } from '../../timing/podium-line.tsx'
import { sessionKind } from '@pitboard/contract/wire/session-kind'
import { TeamBar } from '../../timing/team-bar.tsx'

/** Shows what decided a session: the podium of a race, the fastest driver and their lap of every other. */
export function SessionResult({ session }: { readonly session: ListedSession }) {
  const t = useText()
  const { highlights, sessionType } = session
  const [first] = highlights?.podium ?? []
  if (!highlights || !first) return null
  if (sessionKind(sessionType) === 'race') {
    const finishers = toFinishers(highlights.podium)
    return <PodiumLine finishers={finishers} label={t('timing.podium')} nameWinner />
  }
  return (
    <p className="timing flex min-w-0 items-center gap-2 text-timing">
      <TeamBar teamColour={first.teamColour} />
      <span className="truncate">{nameOf(first)}</span>
      {first.timeMs !== null && (
        <span className="font-semibold tabular-nums">{formatLapTime(first.timeMs)}</span>
      )}
    </p>
  )
}

const PLACES = [1, 2, 3] as const

/** Returns the first three of a session as a podium shows them. */
export function toFinishers(podium: readonly PodiumDriver[]): Finisher[] {
  const codes = driverCodes(podium)
  return PLACES.flatMap((position, index) => {
    const driver = podium[index]
    if (!driver) return []
    const { teamColour } = driver
    return { position, name: nameOf(driver), code: itemAt(codes, index), teamColour }
  })
}

/** Names the car where the game hides the name. */
function nameOf({ name, carNumber, team }: PodiumDriver): string {
  return name || `#${carNumber ?? '–'} ${team}`.trim()
}
