import type { Season } from '@pitboard/contract/seasons/season'
import { driversByTier } from '@pitboard/contract/seasons/tiers'
import { useText } from '../../../messages/use-text.ts'
import { formatPoints } from '../../../timing/format-points.ts'
import { DriverMark } from '../../../timing/driver-mark.tsx'
import { TeamBar } from '../../../timing/team-bar.tsx'
import { TextLink } from '../../../ui/buttons/link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Section } from '../../../ui/section.tsx'

const PLACES = 5

interface Place {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly position: number
  readonly points: number
  readonly teamColour: string
}

/** Shows the first drivers and teams of a season, with the way to all of them. */
export function LeadingPlaces({ season }: { readonly season: Season }) {
  const t = useText()
  const { drivers, teams } = season.standings
  if (drivers.length === 0) return null
  const tables = driversByTier(season.standings)
  return (
    <Section
      title={t('season.standings')}
      actions={
        <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
          {season.name}
        </TextLink>
      }
    >
      <div className="grid items-start gap-4 md:grid-cols-2">
        {tables.map((table) => (
          <Places
            key={table.tier}
            title={table.tier ? `${t('season.drivers')} · ${table.tier}` : t('season.drivers')}
            places={table.drivers}
          />
        ))}
        {teams.length > 0 && <Places title={t('season.teams')} places={teams} />}
      </div>
    </Section>
  )
}

function Places({ title, places }: { readonly title: string; readonly places: readonly Place[] }) {
  const t = useText()
  return (
    <div className="min-w-0">
      <h3 className="mb-2">{title}</h3>
      <Card as="ol" frame label={title}>
        {places.slice(0, PLACES).map(({ name, aliases, position, points, teamColour }) => (
          <li
            key={name}
            className="timing flex min-h-10 items-center gap-3 border-b border-line px-4 py-1.5 text-timing last:border-b-0 even:bg-stripe"
          >
            <span className="w-5 shrink-0 text-right text-muted">{position}</span>
            <TeamBar teamColour={teamColour} />
            <span className="flex min-w-0 flex-1 items-center gap-1.5 font-semibold">
              <span className="truncate">{name}</span>
              <DriverMark name={name} aliases={aliases} />
            </span>
            <span className="shrink-0">
              {t('session.pointCount', { count: points, points: formatPoints(points, t.locale) })}
            </span>
          </li>
        ))}
      </Card>
    </div>
  )
}
