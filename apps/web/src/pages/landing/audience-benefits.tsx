import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'

const READERS = [
  {
    who: 'landing.organiser',
    gets: ['landing.organiser1', 'landing.organiser2', 'landing.organiser3'],
  },
  { who: 'landing.driver', gets: ['landing.driver1', 'landing.driver2', 'landing.driver3'] },
  { who: 'landing.viewer', gets: ['landing.viewer1', 'landing.viewer2', 'landing.viewer3'] },
] as const

export function WhoGetsWhat() {
  const text = useText()
  return (
    <Section title={text('landing.whatFor')}>
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {READERS.map(({ who, gets }) => (
          <div key={who} className="border-t-2 border-primary pt-3">
            <h3 className="text-xl">{text(who)}</h3>
            <ul className="mt-2 flex flex-col gap-2.5 text-muted">
              {gets.map((line) => (
                <li key={line}>{text(line)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}
