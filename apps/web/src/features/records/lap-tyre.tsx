import type { DrivenLap } from '@pitboard/contract/records/records'
import { useText } from '../../messages/use-text.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'

/** Shows the compound with the laps that the set had done before. */
export function LapTyre({ lap }: { readonly lap: DrivenLap }) {
  const t = useText()
  return (
    <span className="inline-flex items-center gap-1.5" title={t('records.tyreAge')}>
      <TyreBadge tyreCompound={lap.tyreCompound} />
      <span className="timing min-w-4 text-left text-muted tabular-nums">
        {lap.tyreAgeLaps}
        <span className="sr-only">{` (${t('records.tyreAge')})`}</span>
      </span>
    </span>
  )
}
