import { type RaceFlag, raceFlag } from './race-flag.ts'
import { useLive } from './use-live.ts'

const FLAGS: Readonly<Record<RaceFlag, { text: string; look: string }>> = {
  red: { text: 'Red flag', look: 'bg-flag-red text-white' },
  safetyCar: { text: 'Safety car', look: 'bg-flag-yellow text-page' },
  virtualSafetyCar: { text: 'Virtual safety car', look: 'bg-flag-yellow text-page' },
  formationLap: { text: 'Formation lap', look: 'bg-raised text-text' },
  chequered: { text: 'Chequered flag', look: 'chequered text-text' },
}

export function FlagBanner() {
  const flag = useLive(raceFlag)
  return (
    <output className="block empty:hidden">
      {flag && (
        <p
          className={`timing rounded-m px-4 py-1.5 text-lg font-semibold tracking-wide uppercase ${FLAGS[flag].look}`}
        >
          {FLAGS[flag].text}
        </p>
      )}
    </output>
  )
}
