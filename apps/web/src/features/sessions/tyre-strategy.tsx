import type { SessionDetail } from '@pitboard/contract/session'
import { useText } from '../../messages/use-text.ts'
import { compoundOf } from '../../timing/names.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import { classified } from './classification.ts'
import { DriverLabel } from './driver-label.tsx'
import { type Stint, stintsOf } from './stints.ts'

export function TyreStrategy({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  const lastLap = Math.max(...session.drivers.map(({ numberOfLaps }) => numberOfLaps), 1)
  const rows = classified(session).map((driver) => ({ driver, stints: stintsOf(driver) }))
  if (rows.every(({ stints }) => stints.length === 0)) return null
  return (
    <Section title={text('session.stints')}>
      <Card>
        <ul className="timing flex flex-col gap-1.5">
          {rows.map(({ driver, stints }) => (
            <li
              key={driver.driverIdx}
              className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <DriverLabel driver={driver} />
              <ol className="flex h-7 gap-0.5">
                {stints.map((stint) => (
                  <StintBar key={stint.firstLap} stint={stint} lastLap={lastLap} />
                ))}
              </ol>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function StintBar({ stint, lastLap }: { readonly stint: Stint; readonly lastLap: number }) {
  const text = useText()
  const { letter, name, colour } = compoundOf(stint.tyreCompound)
  const endLap = stint.firstLap + stint.laps - 1
  const words = text('session.stint', {
    tyre: text(name),
    first: stint.firstLap,
    last: endLap,
  })
  return (
    <li
      title={words}
      className="flex min-w-0 items-center gap-1.5 overflow-hidden rounded-s border-l-4 px-1.5 text-small"
      style={{
        width: `${(stint.laps / lastLap) * 100}%`,
        borderColor: colour,
        backgroundColor: `color-mix(in srgb, ${colour} 20%, var(--color-panel))`,
      }}
    >
      <span aria-hidden="true" className="font-semibold" style={{ color: colour }}>
        {letter}
      </span>
      <span aria-hidden="true">{stint.laps}</span>
      <span className="sr-only">{words}</span>
    </li>
  )
}
