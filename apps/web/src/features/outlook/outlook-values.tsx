import type { Undercut } from '@pitboard/analysis/outlook/undercut'
import { useText } from '../../messages/use-text.ts'
import { formatGap } from '../../timing/format-lap-time.ts'
import { wearTone } from '../live/car-figures.ts'
import { driverCode } from '../race/car-identity.ts'
import { useLiveStore } from '../race/use-live.ts'

export function Wear({ percent }: { readonly percent: number | null }) {
  const t = useText()
  if (percent === null) return <>–</>
  return <span className={wearTone(percent)}>{t('panels.percent', { percent })}</span>
}

/** Nothing that rounds to zero is a loss. */
export function formatGain(ms: number): string {
  return formatGap(Math.round(ms / 100) * 100)
}

/** Returns what an undercut gains, its band and the car ahead, as a sentence. */
export function useUndercutText({ driverIdx, gapMs, gainMs, lowMs, highMs }: Undercut): string {
  const t = useText()
  const { view } = useLiveStore()
  const drivers = view().session?.drivers ?? []
  const place = drivers.findIndex((driver) => driver.driverIdx === driverIdx)
  return t('panels.undercutGain', {
    gain: formatGain(gainMs),
    driver: driverCode(drivers, place),
    low: formatGain(lowMs),
    high: formatGain(highMs),
    gap: (gapMs / 1000).toFixed(1),
  })
}

/** The colour is green where the car would be ahead even after a slow out lap. */
export function undercutTone({ lowMs, gapMs }: Undercut): string {
  return lowMs > gapMs ? 'font-semibold text-good' : ''
}
