import {
  COMPARED_LAPS_MAX,
  type LapReference,
  writeLapReference,
} from '@pitboard/contract/comparison/lap-reference'
import type { ReactNode } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { ButtonLink } from '../../../ui/buttons/link.tsx'
import { SuggestedLinks } from './suggested-links.tsx'

type OnPicked = (picked: readonly string[]) => void

interface PickableLapProps {
  readonly reference: LapReference
  /** It is null if the lap can't be picked now. */
  readonly picked: readonly string[] | null
  readonly onPicked: OnPicked
  readonly children: ReactNode
}

/** Shows a lap time, which is a switch while laps are picked. */
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
  readonly picked: readonly string[]
}

/** Offers what can be done with the laps that are picked; the first one is the reference. */
export function PickedLaps({ picked }: PickedLapsProps) {
  const t = useText()
  return (
    <div className="sticky left-0 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="mr-auto text-muted">
        {picked.length === 0
          ? t('compare.pickHint')
          : t('compare.picked', { count: picked.length })}
      </p>
      <SuggestedLinks picked={picked} />
      {picked.length > 0 && (
        <ButtonLink look="primary" to="/compare" search={{ laps: picked.join(',') }}>
          {t('compare.compare')}
        </ButtonLink>
      )}
    </div>
  )
}
