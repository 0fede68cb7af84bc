import { fastestOf } from '@pitboard/analysis/outcome/race-facts'
import type { SessionOutcome } from '@pitboard/analysis/outcome/session-outcome'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { ReactNode } from 'react'
import { joinParts } from '../../../messages/join-parts.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'
import { compoundOf } from '../../../timing/names.ts'
import { TeamBar } from '../../../timing/team-bar.tsx'
import { Figure, Figures } from '../../../ui/layout/figures.tsx'
import { isForPole, nameOf } from './outcome-text.ts'

interface ResultFiguresProps {
  readonly session: SessionDetail
  readonly outcome: SessionOutcome
}

/** Shows the winner and the fastest lap, or who was fastest and the lap. */
export function ResultFigures({ session, outcome }: ResultFiguresProps) {
  const t = useText()
  if (outcome.kind === 'open') return null
  if (outcome.kind === 'race') {
    return (
      <Figures>
        <Figure large name={t('result.winner')} note={outcome.winner.team}>
          <TeamName driver={outcome.winner} />
        </Figure>
        <FastestLap session={session} />
      </Figures>
    )
  }
  const { fastest, best } = outcome
  return (
    <Figures>
      <Figure
        large
        name={t(isForPole(session.sessionType) ? 'result.pole' : 'result.fastest')}
        note={fastest.team}
      >
        <TeamName driver={fastest} />
      </Figure>
      <Figure large name={t('session.bestLap')} note={<LapNote {...best} />}>
        {formatLapTime(best.timeMs)}
      </Figure>
    </Figures>
  )
}

function FastestLap({ session }: { readonly session: SessionDetail }) {
  const t = useText()
  const fastest = fastestOf(session.drivers)
  if (!fastest) return null
  const { driver, best } = fastest
  return (
    <Figure large name={t('result.fastestLap')} note={<LapNote {...best} begin={nameOf(driver)} />}>
      <span className="text-session-best">{formatLapTime(best.timeMs)}</span>
    </Figure>
  )
}

function TeamName({ driver }: { readonly driver: Driver }) {
  return (
    <span className="flex items-center gap-2.5">
      <TeamBar teamColour={driver.teamColour} />
      {nameOf(driver)}
    </span>
  )
}

interface LapNoteProps {
  readonly begin?: string
  readonly lap: number | null
  readonly tyreCompound: number | null
}

/** The note says who drove the lap, which lap it was and on which tyre, as far as that is known. */
function LapNote({ begin = '', lap, tyreCompound }: LapNoteProps): ReactNode {
  const t = useText()
  return joinParts(
    [
      begin,
      lap === null ? '' : t('session.lapNumber', { lap }),
      tyreCompound === null ? '' : t(compoundOf(tyreCompound).name),
    ],
    ', ',
  )
}
