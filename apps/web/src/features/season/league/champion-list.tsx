import { joinParts } from '../../../messages/join-parts.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatPoints } from '../../../timing/format-points.ts'
import { TeamBar } from '../../../timing/team-bar.tsx'
import { RowLink } from '../../../ui/buttons/link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Champion } from './league-digest.ts'

/** Lists the champions of a league, each with the season that they won. */
export function ChampionList({ champions }: { readonly champions: readonly Champion[] }) {
  const t = useText()
  if (champions.length === 0) return null
  return (
    <Section title={t('leagues.champions')}>
      <Card as="ul" frame>
        {champions.map((champion) => (
          <li
            key={`${champion.season.id} ${champion.tier}`}
            className="border-b border-line last:border-b-0"
          >
            <ChampionLine champion={champion} />
          </li>
        ))}
      </Card>
    </Section>
  )
}

function ChampionLine({
  champion: { season, tier, driver, wonAt },
}: {
  readonly champion: Champion
}) {
  const t = useText()
  const points = t('session.pointCount', {
    count: driver.points,
    points: formatPoints(driver.points, t.locale),
  })
  return (
    <RowLink to="/seasons/$seasonId" params={{ seasonId: season.id }} search={{ tier: tier ?? '' }}>
      <span className="timing shrink-0 text-section font-semibold text-medal-gold">
        {new Date(wonAt).getFullYear()}
      </span>
      <TeamBar teamColour={driver.teamColour} />
      <span className="min-w-0 flex-1">
        <span className="timing block text-subhead font-semibold wrap-anywhere">{driver.name}</span>
        <span className="block text-small text-muted wrap-anywhere">
          {joinParts([season.name, tier, points])}
        </span>
      </span>
    </RowLink>
  )
}
