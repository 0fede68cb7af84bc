import type { Roster, RosterDriver } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { joinParts } from '../../messages/join-parts.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { TeamPicture } from '../../timing/team-picture.tsx'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'

interface RosterListProps {
  readonly season: Season
  readonly roster: Roster
}

/** Lists the teams with their drivers, then drivers without a team. */
export function RosterList({ season, roster: { teams, drivers } }: RosterListProps) {
  const t = useText()
  const hasNumbers = drivers.some(({ carNumber }) => carNumber !== null)
  const withoutTeam = drivers.filter(({ teamId }) => teamId === null)
  const groups = [
    ...teams.map((team) => ({
      ...team,
      drivers: drivers.filter(({ teamId }) => teamId === team.id),
    })),
    ...(withoutTeam.length === 0
      ? []
      : [
          {
            id: '',
            name: t('roster.noTeam'),
            colour: '',
            pictureId: null,
            drivers: withoutTeam,
          },
        ]),
  ]
  return (
    <ul aria-label={t('roster.title')} className="gap-4 sm:columns-2 lg:columns-3 xl:columns-4">
      {groups.map((team) => (
        <li
          key={team.id}
          className="mb-4 break-inside-avoid rounded-l border border-line bg-panel px-4 py-3"
        >
          <h3 className="flex items-center gap-2 text-subhead wrap-anywhere">
            <TeamBar teamColour={team.colour} />
            {team.pictureId !== null && (
              <TeamPicture
                size="normal"
                source={{
                  seasonId: season.id,
                  teamId: team.id,
                  pictureId: team.pictureId,
                  isPrivate: season.visibility === 'private',
                }}
              />
            )}
            {team.name}
          </h3>
          <ul className="mt-1 flex flex-col gap-1">
            {team.drivers.map((driver) => (
              <li key={driver.id} className="flex flex-wrap items-center gap-x-3">
                {hasNumbers && <span className="timing w-8 text-muted">{driver.carNumber}</span>}
                <DriverName driver={driver} />
                {driver.tier !== '' && <Badge>{driver.tier}</Badge>}
                {driver.isReserve && <Badge>{t('roster.reserve')}</Badge>}
                {driver.ban && <Badge tone="warning">{banWords(driver.ban, season, t)}</Badge>}
                <span className="text-small text-muted">{spanWords(driver, season, t)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function DriverName({ driver: { name, userId } }: { readonly driver: RosterDriver }) {
  if (userId === null) return <span className="wrap-anywhere">{name}</span>
  return (
    <TextLink to="/user/$userId" params={{ userId }}>
      {name}
    </TextLink>
  )
}

function banWords(
  { eventId, kind }: NonNullable<RosterDriver['ban']>,
  { events }: Season,
  t: Text,
): string {
  const found = events.find(({ id }) => id === eventId)
  const event = found ? eventName(found) : ''
  return t(kind === 'race' ? 'roster.bannedAt' : 'roster.noQualifyingAt', { event })
}

function spanWords({ fromEventId, toEventId }: RosterDriver, season: Season, t: Text): string {
  const [from, to] = [fromEventId, toEventId].map((id) =>
    season.events.find((event) => event.id === id),
  )
  return joinParts(
    [
      from && t('roster.from', { event: eventName(from) }),
      to && t('roster.until', { event: eventName(to) }),
    ],
    ' ',
  )
}
