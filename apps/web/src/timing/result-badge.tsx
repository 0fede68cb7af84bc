import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { ReactNode } from 'react'
import { useText } from '../messages/use-text.ts'
import { abnormalResult } from './names.ts'

/** Each differs by more than its hue: fill, border, weight or the code itself. */
const LOOKS = {
  win: 'border-medal-gold bg-medal-gold-fill font-semibold text-ink',
  second: 'border-2 border-medal-silver font-semibold text-medal-silver',
  third: 'border-2 border-medal-bronze font-semibold text-medal-bronze',
  points: 'border-result-points/50 bg-result-points/12 text-result-points',
  none: 'border-transparent text-result-none',
  dnf: 'border-dashed border-result-dnf text-result-dnf',
  dsq: 'border-result-dsq bg-result-dsq/12 font-semibold text-result-dsq line-through decoration-1',
} as const

type Look = keyof typeof LOOKS

const SAYS = {
  win: 'timing.win',
  second: 'timing.podium',
  third: 'timing.podium',
  points: 'timing.inThePoints',
  none: 'timing.withoutPoints',
} as const satisfies Partial<Record<Look, string>>

interface ResultBadgeProps {
  /** It is null for a driver without a place. */
  readonly position: number | null
  readonly points: number
  readonly resultStatus: number
  /** Tables of many columns need the compact form. */
  readonly compact?: boolean
  /** The letters stand within the frame, for what the driver won besides. */
  readonly marks?: ReactNode
  /** Stands before the place where no column says that it is one. */
  readonly prefix?: string
}

/** Shows the result of a driver: a place, or the code of another end. */
export function ResultBadge({
  position,
  points,
  resultStatus,
  compact = false,
  marks,
  prefix = '',
}: ResultBadgeProps) {
  const t = useText()
  const result = abnormalResult(resultStatus)
  if (result) {
    const look = resultStatus === ResultStatus.Disqualified ? 'dsq' : 'dnf'
    return (
      <Chip
        look={look}
        compact={compact}
        marks={marks}
        title={t(result.long)}
        shown={result.short}
      />
    )
  }
  const look = lookOf(position, points)
  return (
    <Chip
      look={look}
      compact={compact}
      marks={marks}
      title={t(SAYS[look])}
      shown={position === null ? '–' : `${prefix}${position}`}
    />
  )
}

function lookOf(position: number | null, points: number): keyof typeof SAYS {
  if (position === 1) return 'win'
  if (position === 2) return 'second'
  if (position === 3) return 'third'
  return points > 0 ? 'points' : 'none'
}

interface ChipProps {
  readonly look: Look
  readonly compact: boolean
  readonly title: string
  readonly shown: string
  readonly marks: ReactNode
}

function Chip({ look, compact, title, shown, marks }: ChipProps) {
  return (
    <span
      title={title}
      className={`timing inline-flex items-center justify-center gap-0.5 rounded-s border tabular-nums ${compact ? 'h-6.5 min-w-7.5 px-0.5' : 'h-7 min-w-9 px-1.5'} ${LOOKS[look]}`}
    >
      {shown}
      <span className="sr-only"> ({title})</span>
      {marks}
    </span>
  )
}
