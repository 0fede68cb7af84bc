import {
  COMPARED_LAPS_MAX,
  type LapReference,
  writeLapReference,
} from '@pitboard/contract/comparison/lap-reference'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { ReactNode } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/link.tsx'
import { sessionBestLapMs } from '../../session/classification.ts'

type OnPicked = (picked: readonly string[]) => void

interface PickableLapProps {
  readonly reference: LapReference
  /** Null: it can't be picked now. */
  readonly picked: readonly string[] | null
  readonly onPicked: OnPicked
  readonly children: ReactNode
}

/** A lap time, which is a switch while laps are picked. */
export function PickableLap({ reference, picked, onPicked, children }: PickableLapProps) {
  if (picked === null) return children
  const key = writeLapReference(reference)
  const isPicked = picked.includes(key)
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      disabled={!isPicked && picked.length >= COMPARED_LAPS_MAX}
      onClick={() =>
        onPicked(isPicked ? picked.filter((other) => other !== key) : [...picked, key])
      }
      className="min-h-6 rounded-m border border-line-strong px-1.5 hover:border-faint disabled:border-transparent aria-pressed:border-text aria-pressed:bg-raised"
    >
      {children}
    </button>
  )
}

interface PickedLapsProps {
  readonly session: SessionDetail
  readonly picked: readonly string[]
  readonly onPicked: OnPicked
}

/** What can be done with the laps that are picked; the first one is the reference. */
export function PickedLaps({ session, picked, onPicked }: PickedLapsProps) {
  const text = useText()
  const fastest = fastestLap(session)
  return (
    <div className="sticky left-0 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="mr-auto text-muted">
        {picked.length === 0
          ? text('compare.pickHint')
          : text('compare.picked', { count: picked.length })}
      </p>
      {fastest !== null && (
        <Button
          look="plain"
          disabled={picked.length >= COMPARED_LAPS_MAX || picked.includes(fastest)}
          onClick={() => onPicked([...picked, fastest])}
        >
          {text('compare.withFastest')}
        </Button>
      )}
      {picked.length > 0 && (
        <ButtonLink look="primary" to="/compare" search={{ laps: picked.join(',') }}>
          {text('compare.compare')}
        </ButtonLink>
      )}
    </div>
  )
}

/** As an address names it; null where no lap counts. */
function fastestLap(session: SessionDetail): string | null {
  const bestMs = sessionBestLapMs(session)
  for (const { driverIdx, lapTimes } of session.drivers) {
    const index = lapTimes.findIndex(({ lapTime, invalidLap }) => lapTime === bestMs && !invalidLap)
    if (index >= 0) {
      return writeLapReference({ sessionId: session.id, driverIdx, lap: index + 1 })
    }
  }
  return null
}
