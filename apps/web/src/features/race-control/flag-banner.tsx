import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { type RaceFlag, raceFlag } from './race-flag.ts'
import { useLive } from '../live/use-live.ts'

const FLAGS: Readonly<Record<RaceFlag, { text: PlainKey; look: string }>> = {
  red: { text: 'live.redFlag', look: 'bg-flag-red text-white' },
  safetyCar: { text: 'live.safetyCar', look: 'bg-flag-yellow text-page' },
  virtualSafetyCar: { text: 'live.virtualSafetyCar', look: 'bg-flag-yellow text-page' },
  formationLap: { text: 'live.formationLap', look: 'bg-raised text-text' },
  chequered: { text: 'live.chequeredFlag', look: 'chequered text-text' },
}

export function FlagBanner() {
  const text = useText()
  const flag = useLive(raceFlag)
  return (
    <output className="block empty:hidden">
      {flag && (
        <p
          className={`timing rounded-l px-4 py-1.5 text-lg font-semibold tracking-wide uppercase ${FLAGS[flag].look}`}
        >
          {text(FLAGS[flag].text)}
        </p>
      )}
    </output>
  )
}
