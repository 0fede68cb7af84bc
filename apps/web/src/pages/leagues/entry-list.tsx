import type { Roster } from '@pitboard/contract/roster/roster'
import type { SeasonSignUp } from '@pitboard/contract/sign-ups/sign-ups'
import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { RosterList } from '../../features/roster/roster-list.tsx'
import { rosterOf } from '../../features/roster/roster-queries.ts'
import { acceptedIn, closedWords, signUpFacts } from '../../features/sign-ups/sign-up-facts.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { Section } from '../../ui/section.tsx'
import { useSeasonEntries } from './use-open-sign-up.ts'

interface EntryListProps {
  readonly current: Season
  readonly seasons: readonly Season[]
}

/** This many names are read at a glance. */
const OPENED_MAX = 40

/**
 * The list shows who drives in the season of a league, with teams, numbers, tiers and open seats; nothing before
 * anybody does.
 */
export function EntryList({ current, seasons }: EntryListProps) {
  const t = useText()
  const entries = useSeasonEntries(current, seasons)
  const season = entries?.season ?? current
  const { data: roster } = useQuery({
    ...rosterOf(season.id, season.version),
    enabled: entries !== null,
  })
  if (!entries || !roster) return null
  const { signUp } = entries
  if (roster.drivers.length === 0 && !signUp?.form) return null
  return (
    <Section
      title={t('leagues.entries')}
      actions={
        <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {season.name}
        </TextLink>
      }
    >
      <div className="flex flex-col gap-5">
        <Seats roster={roster} signUp={signUp} />
        {roster.drivers.length > OPENED_MAX ? (
          <Disclosure
            opened={false}
            title={t('leagues.allEntries', { count: roster.drivers.length })}
          >
            <RosterList season={season} roster={roster} />
          </Disclosure>
        ) : (
          <RosterList season={season} roster={roster} />
        )}
      </div>
    </Section>
  )
}

interface SeatsProps {
  readonly roster: Roster
  readonly signUp: SeasonSignUp | null
}

/** Says how many drive, how many still can, and in which tier. */
function Seats({ roster: { drivers }, signUp }: SeatsProps) {
  const t = useText()
  // A driver who changes teams has several entries.
  const regular = new Set(drivers.filter(({ isReserve }) => !isReserve).map(({ name }) => name))
  const reserves = new Set(drivers.filter(({ isReserve }) => isReserve).map(({ name }) => name))
  const form = signUp?.form ?? null
  const open = form && signUp && form.capacity !== null ? form.capacity - signUp.accepted : null
  return (
    <div className="flex flex-col gap-3">
      <Figures>
        <Figure name={t('leagues.drivers')}>{regular.size}</Figure>
        {reserves.size > 0 && <Figure name={t('leagues.reserves')}>{reserves.size}</Figure>}
        {open !== null && signUp?.isOpen === true && (
          <Figure name={t('leagues.openSeats')}>{Math.max(0, open)}</Figure>
        )}
        {form?.tiers.map(({ name, capacity }) => {
          const accepted = signUp ? acceptedIn(signUp, name) : 0
          return (
            <Figure key={name} name={name}>
              {capacity === null ? accepted : t('leagues.seatsOf', { accepted, capacity })}
            </Figure>
          )
        })}
      </Figures>
      {form && signUp && (
        <p className="max-w-prose text-muted">
          {signUp.isOpen
            ? signUpFacts(form, signUp, t).join(' ')
            : `${t('participation.notOpen')}. ${closedWords(form, t)}`}
        </p>
      )}
    </div>
  )
}
