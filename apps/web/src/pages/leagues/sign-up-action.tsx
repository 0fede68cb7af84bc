import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { useSeasonEntries } from './use-open-sign-up.ts'

interface SignUpActionProps {
  readonly current: Season
  readonly seasons: readonly Season[]
}

const HELD = ['pending', 'accepted', 'waiting']

/** Shows the main action of a league while a sign-up is open; a live race has the one red button. */
export function SignUpAction({ current, seasons }: SignUpActionProps) {
  const t = useText()
  const entries = useSeasonEntries(current, seasons)
  const signUp = entries?.signUp
  if (!entries || !signUp?.isOpen) return null
  const { id: seasonId, name } = entries.season
  const isHeld = signUp.own !== null && HELD.includes(signUp.own.status)
  return (
    <ButtonLink
      look={isHeld || current.isLive ? 'secondary' : 'primary'}
      to="/seasons/$seasonId/sign-up"
      params={{ seasonId }}
      aria-label={isHeld ? undefined : t('participation.toSignUpOf', { season: name })}
    >
      {t(isHeld ? 'participation.toOwn' : 'participation.send')}
    </ButtonLink>
  )
}
