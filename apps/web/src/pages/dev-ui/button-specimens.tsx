import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ButtonLink, TextLink } from '../../ui/link.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Specimen, SpecimenRow } from './specimen.tsx'

const LOOKS = ['primary', 'secondary', 'plain', 'quiet', 'danger'] as const

export function ButtonSpecimens() {
  return (
    <Section title="Buttons and links">
      <SpecimenRow>
        {LOOKS.map((look) => (
          <Specimen key={look} name={look}>
            <div className="flex flex-wrap gap-2">
              <Button look={look}>Save season</Button>
              <Button look={look} size="small">
                Small
              </Button>
              <Button look={look} loading>
                Loading
              </Button>
              <Button look={look} disabled>
                Disabled
              </Button>
            </div>
          </Specimen>
        ))}
        <Specimen name="with a sign">
          <Button look="primary">
            <Icon name="download" />
            Download
          </Button>
        </Specimen>
        <Specimen name="icon button">
          <div className="flex gap-1">
            <IconButton icon="pause" label="Pause" onClick={() => undefined} />
            <IconButton icon="play" label="Play" pressed onClick={() => undefined} />
            <IconButton icon="close" label="Close" disabled onClick={() => undefined} />
          </div>
        </Specimen>
        <Specimen name="links">
          <p className="flex flex-wrap items-center gap-4">
            <TextLink to="/live">In a text</TextLink>
            <OutsideLink href="https://example.org">Outside</OutsideLink>
            <ButtonLink to="/live" look="primary">
              As a button
            </ButtonLink>
          </p>
        </Specimen>
      </SpecimenRow>
    </Section>
  )
}
