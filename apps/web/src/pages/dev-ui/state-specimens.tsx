import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ButtonLink, CardLink, TextLink, OutsideLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { Specimen, SpecimenRow } from './specimen.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'

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

const TOKENS = [
  'page',
  'panel',
  'stripe',
  'raised',
  'line',
  'line-strong',
  'road',
  'text',
  'muted',
  'faint',
  'primary',
  'primary-fill',
  'secondary',
  'good',
  'bad',
  'session-best',
  'personal-best',
  'slower',
  'invalid',
  'in-pit',
  'out-lap',
  'tyre-soft',
  'tyre-medium',
  'tyre-hard',
  'tyre-intermediate',
  'tyre-wet',
  'medal-gold',
  'medal-silver',
  'medal-bronze',
  'result-points',
  'result-none',
  'result-dnf',
  'result-dsq',
]

export function ColourSpecimens() {
  return (
    <Section title="Tokens">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 wide:grid-cols-8">
        {TOKENS.map((token) => (
          <li key={token} className="text-micro text-muted">
            <span
              className="mb-1 block h-9 rounded-m border border-line"
              style={{ backgroundColor: `var(--color-${token}, transparent)` }}
            />
            {token}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const TONES = ['plain', 'strong', 'live', 'good', 'warning', 'bad', 'info'] as const

export function StateSpecimens() {
  return (
    <Section title="Surfaces and states">
      <SpecimenRow>
        <Specimen name="badges">
          <div className="flex flex-wrap gap-2">
            {TONES.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
            {TONES.map((tone) => (
              <Badge key={tone} tone={tone} solid>
                {tone}
              </Badge>
            ))}
          </div>
        </Specimen>
        <Specimen name="avatars">
          <div className="flex items-center gap-3">
            <Avatar name="Jane Moreau" src={null} size="small" />
            <Avatar name="Jane Moreau" src="/icon.svg" />
            <Avatar name="speedy" src={null} size="large" />
          </div>
        </Specimen>
      </SpecimenRow>
      <div className="mt-5 grid gap-5 md:grid-cols-3">
        <Card>A card</Card>
        <Card raised>A raised card</Card>
        <CardLink to="/live">A card that leads somewhere</CardLink>
        <EmptyState title="No seasons yet" action={<Button look="primary">Create a season</Button>}>
          A season collects the events of a league and counts the points.
        </EmptyState>
        <ErrorState
          title="The seasons could not be loaded"
          error={new Error('The server did not answer.')}
          retry={() => undefined}
        />
        <div className="flex flex-col gap-3">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-24" />
        </div>
      </div>
    </Section>
  )
}
