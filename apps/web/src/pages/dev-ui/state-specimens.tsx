import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CardLink } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Specimen, SpecimenRow } from './specimen.tsx'

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
