import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { raceFlag } from '@pitboard/analysis/live/race-flag'
import type { RaceFlag } from '@pitboard/contract/live/race-flag'
import { useFlash } from '../race/use-flash.ts'
import { useLive, useLiveView } from '../race/use-live.ts'

const FLAGS: Readonly<Record<RaceFlag, { text: PlainKey; look: string }>> = {
  red: { text: 'screen.redFlag', look: 'bg-flag-red text-white' },
  safetyCar: { text: 'screen.safetyCar', look: 'bg-flag-yellow-fill text-ink' },
  virtualSafetyCar: { text: 'screen.virtualSafetyCar', look: 'bg-flag-yellow-fill text-ink' },
  formationLap: { text: 'screen.formationLap', look: 'bg-raised text-text' },
  chequered: { text: 'screen.chequeredFlag', look: 'chequered text-text' },
}

/**
 * Shows the flag in a place of its own that is there without a flag too, so that nothing moves when one comes out. On a
 * phone it covers the name of the session.
 */
export function FlagSign() {
  const t = useText()
  const hasEnded = useLiveView(({ connection }) => connection.kind === 'ended')
  const last = useLive(raceFlag)
  // After the end no flag is out, and what is said of the end needs the room.
  const flag = hasEnded ? null : last
  const sign = useFlash<HTMLOutputElement>(flag, flag !== null, 'blink')
  return (
    <output
      ref={sign}
      className="flag-sign timing text-center text-timing leading-none font-semibold tracking-wide whitespace-nowrap uppercase"
    >
      {flag ? (
        <span className={`flag-shown ${FLAGS[flag].look}`}>{t(FLAGS[flag].text)}</span>
      ) : (
        !hasEnded && (
          <span className="font-medium text-faint max-sm:sr-only">{t('screen.trackClear')}</span>
        )
      )}
    </output>
  )
}
