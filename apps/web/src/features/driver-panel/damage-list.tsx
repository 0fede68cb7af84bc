import type { CarDamage } from '@pitboard/contract/sessions/car-condition'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { wearTone } from '../live/car-figures.ts'

type Part = Exclude<keyof CarDamage, 'drsFault' | 'ersFault'>

const PARTS: readonly { part: Part; label: PlainKey }[] = [
  { part: 'frontLeftWing', label: 'panels.frontWingLeft' },
  { part: 'frontRightWing', label: 'panels.frontWingRight' },
  { part: 'rearWing', label: 'panels.rearWing' },
  { part: 'floor', label: 'panels.floor' },
  { part: 'diffuser', label: 'panels.diffuser' },
  { part: 'sidepod', label: 'panels.sidepod' },
  { part: 'gearbox', label: 'panels.gearbox' },
  { part: 'engine', label: 'panels.engine' },
]

/** Lists the damaged parts alone, and faults. */
export function DamageList({ damage }: { readonly damage: CarDamage }) {
  const t = useText()
  const damaged = PARTS.filter(({ part }) => damage[part] > 0)
  const faults: readonly PlainKey[] = [
    ...(damage.drsFault ? (['panels.drsFault'] as const) : []),
    ...(damage.ersFault ? (['panels.ersFault'] as const) : []),
  ]
  if (damaged.length + faults.length === 0) {
    return <span className="text-muted">{t('panels.noDamage')}</span>
  }
  return (
    <ul className="flex flex-wrap gap-x-3">
      {faults.map((fault) => (
        <li key={fault} className="font-semibold text-bad">
          {t(fault)}
        </li>
      ))}
      {damaged.map(({ part, label }) => (
        <li key={part} className="whitespace-nowrap">
          {t(label)}{' '}
          <span className={wearTone(damage[part])}>
            {t('panels.percent', { percent: damage[part] })}
          </span>
        </li>
      ))}
    </ul>
  )
}
