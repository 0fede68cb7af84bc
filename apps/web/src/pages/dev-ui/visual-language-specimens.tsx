import { Podium, type Finisher } from '../../timing/podium.tsx'
import { PodiumLine } from '../../timing/podium-line.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Hero } from '../../ui/layout/hero.tsx'
import { Section } from '../../ui/section.tsx'
import { Specimen } from './specimen.tsx'

/** They are the eight steps of `docs/visual-language.md`, largest first. */
const STEPS = [
  ['text-title', 'The name of the page, once'],
  ['text-figure', 'A number that a page is about: 1:23.456'],
  ['text-section', 'The head of a section'],
  ['text-subhead', 'The head of a part, a name in a list'],
  ['text-timing', 'Rows of timing: 1:23.456 +0.312'],
  ['text-body', 'Sentences'],
  ['text-small', 'What explains something else'],
  ['text-micro', 'Labels and badges'],
] as const

export function TypeSpecimens() {
  return (
    <Section title="Type">
      <div className="grid gap-3">
        {STEPS.map(([step, use]) => (
          <p key={step} className={`${step} ${step === 'text-body' ? '' : 'timing'}`}>
            {use} <span className="font-code text-micro text-faint">{step}</span>
          </p>
        ))}
      </div>
    </Section>
  )
}

const FINISHERS: readonly Finisher[] = [
  { position: 1, name: 'Almeida', code: 'ALM', teamColour: '#ff8000', detail: '1:31:02.114' },
  { position: 2, name: 'Castellano', code: 'CAS', teamColour: '#ff87bc', detail: '+2.804' },
  { position: 3, name: 'Tanaka', code: 'TAN', teamColour: '#b6babd', detail: '+3.635' },
]

export function LayoutSpecimens() {
  return (
    <Section title="Layout">
      <div className="flex flex-col gap-6">
        <Hero
          accent="#3671c6"
          eyebrow={<TextLink to="/leagues">Sunday Cup</TextLink>}
          title="Season 1"
          beside={<Podium label="Last podium" finishers={FINISHERS} />}
          actions={<Button>Copy the link</Button>}
        >
          <Figures>
            <Figure name="Leader" note="6 points ahead, 78 still to be won" large>
              Almeida
            </Figure>
            <Figure name="Round">4 of 12</Figure>
            <Figure name="Next">Monza</Figure>
          </Figures>
        </Hero>
        <Specimen name="podium in one line">
          <PodiumLine label="Podium" finishers={FINISHERS} />
        </Specimen>
        <Columns side={<Section title="Beside it">What accompanies the content.</Section>}>
          <Section title="Content">Two columns from 1051 px, one below.</Section>
        </Columns>
      </div>
    </Section>
  )
}
