import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonSignUp, SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import { joinParts } from '../../messages/join-parts.ts'
import { acceptedIn, signUpFacts } from '../../features/sign-ups/sign-up-facts.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Card } from '../../ui/card.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'

interface SignUpExampleProps {
  readonly season: Season
  readonly signUp: SeasonSignUp
  readonly form: SignUpForm
}

/** Shows a season that takes drivers: its seats, how one gets one, and the way there. */
export function SignUpExample({ season, signUp, form }: SignUpExampleProps) {
  const t = useText()
  return (
    <Card frame>
      <div className="flex flex-col gap-3 px-4 py-3">
        <h3>{season.name}</h3>
        {form.tiers.length > 0 && (
          <Figures>
            {form.tiers.map((tier) => (
              <Figure key={tier.name} name={tier.name}>
                {joinParts([acceptedIn(signUp, tier.name), tier.capacity], ' / ')}
              </Figure>
            ))}
          </Figures>
        )}
        <ul className="text-muted">
          {signUpFacts(form, signUp, t).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <p>
          <ButtonLink to="/seasons/$seasonId/sign-up" params={{ seasonId: season.id }}>
            {t('participation.send')}
          </ButtonLink>
        </p>
      </div>
    </Card>
  )
}
