import {
  decidingPhases,
  type DecidingPhase,
  lapPhases,
  type PhaseKind,
} from '@pitboard/analysis/comparison/lap-phases'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { TextButton } from '../../ui/buttons/button.tsx'
import type { ShownComparison, ShownLap } from './compared/compared-laps.ts'
import { LapBadge } from './compared/lap-badge.tsx'
import { lapName } from './compared/lap-name.ts'
import type { PlotView } from '../../timing/plot/plot-view.ts'

/** A lap gets this many sentences. */
const SENTENCES = 4
/** This much is shown around a part of the lap. */
const AROUND_M = 60

interface LossSummaryProps {
  readonly comparison: ShownComparison
  readonly view: PlotView
}

/** Says in words where each lap loses and gains the most. A sentence leads to its place in the charts. */
export function LossSummary({ comparison, view }: LossSummaryProps) {
  const t = useText()
  const [reference, ...others] = comparison.laps
  if (others.length === 0) return <p className="text-muted">{t('compare.oneLap')}</p>
  return (
    <ul className="grid gap-x-8 gap-y-4 md:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
      {others.map((lap) => (
        <li key={lap.key} className="flex flex-col gap-1.5">
          <p className="flex items-center gap-2 font-semibold">
            <LapBadge look={lap} />
            {totalText(lap, reference, t)}
          </p>
          <Losses lap={lap} reference={reference} comparison={comparison} view={view} />
        </li>
      ))}
    </ul>
  )
}

interface LossesProps extends LossSummaryProps {
  readonly lap: ShownLap
  readonly reference: ShownLap
}

function Losses({ lap, reference, comparison, view }: LossesProps) {
  const t = useText()
  const { corners, grid } = comparison
  const phases = lapPhases(lap.aligned, reference.aligned, corners, grid)
  const deciding = decidingPhases(phases, SENTENCES)
  if (corners.length === 0) return null
  if (deciding.length === 0) return <p className="text-muted">{t('compare.noDifference')}</p>
  return (
    <ol className="flex flex-col gap-1">
      {deciding.map((phase) => (
        <li key={phase.fromM}>
          <TextButton
            onClick={() => {
              view.show({ from: phase.fromM - AROUND_M, to: phase.toM + AROUND_M })
              view.choose((phase.fromM + phase.toM) / 2)
            }}
          >
            {phaseText(phase, t)}
          </TextButton>
        </li>
      ))}
    </ol>
  )
}

const LOST = {
  braking: 'compare.lostBraking',
  corner: 'compare.lostCorner',
  straight: 'compare.lostStraight',
} as const satisfies Record<PhaseKind, string>

const GAINED = {
  braking: 'compare.gainedBraking',
  corner: 'compare.gainedCorner',
  straight: 'compare.gainedStraight',
} as const satisfies Record<PhaseKind, string>

/** Returns a text such as "0.21 s lost under braking into turn 4". */
export function phaseText({ kind, corner, lostMs }: DecidingPhase, t: Text): string {
  const seconds = secondsText(lostMs, 2, t)
  const isLost = lostMs > 0
  if (corner === null) return t(isLost ? 'compare.lostStart' : 'compare.gainedStart', { seconds })
  return t(isLost ? LOST[kind] : GAINED[kind], { seconds, corner })
}

function totalText(lap: ShownLap, reference: ShownLap, t: Text): string {
  const name = lapName(lap.details, t)
  const [own, other] = [lap.details.lapTimeMs, reference.details.lapTimeMs]
  if (own === null || other === null) return name
  if (own === other) return t('compare.equal', { lap: name })
  const seconds = secondsText(own - other, 3, t)
  return t(own > other ? 'compare.slower' : 'compare.faster', { lap: name, seconds })
}

/** Formats the time without its sign, with the reader's decimal sign. */
function secondsText(ms: number, digits: number, { locale }: Text): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale, options).format(Math.abs(ms) / 1000)
}
