import { type EmbeddedSeason, embeds } from '@pitboard/contract/site/embeds'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { EmbedContent, EmbedFrame, EmbedLink } from './embed-frame.tsx'
import { type EmbedOptions, tierQuery } from '../../features/sharing/embed-options.ts'
import { type EmbedColumn, EmbedName, EmbedTable } from './embed-table.tsx'
import { useEmbedded } from '../../api/use-embedded.ts'

interface StandingsEmbedProps {
  readonly seasonId: string
  readonly table: 'drivers' | 'teams'
  readonly options: EmbedOptions
}

export function StandingsEmbed({ seasonId, table, options }: StandingsEmbedProps) {
  const t = useText()
  const embedded = useEmbedded(embeds.season, {
    params: { id: seasonId },
    query: tierQuery(options),
  })
  const tableName = t(table === 'drivers' ? 'embed.drivers' : 'embed.teams')
  return (
    <EmbedContent embedded={embedded}>
      {(season) => {
        const label = season.tier === null ? tableName : `${tableName} · ${season.tier}`
        const rows = rowsOf(season, table).slice(0, options.rows ?? undefined)
        return (
          <EmbedFrame
            options={options}
            accent={season.accentColour}
            eyebrow={season.leagueName}
            title={<EmbedLink path={`/seasons/${season.id}`}>{season.name}</EmbedLink>}
            note={season.isLive ? `${label} · ${t('embed.asItStands')}` : label}
          >
            {rows.length === 0 ? (
              <p className="text-muted">{t('embed.noResults')}</p>
            ) : (
              <EmbedTable
                label={label}
                columns={columnsOf(table, t)}
                rows={rows}
                rowKey={({ name, position }) => `${position} ${name}`}
              />
            )}
          </EmbedFrame>
        )
      }}
    </EmbedContent>
  )
}

type Row = EmbeddedSeason['teams'][number] & { readonly team?: string }

function rowsOf({ drivers, teams }: EmbeddedSeason, table: 'drivers' | 'teams'): readonly Row[] {
  return table === 'drivers' ? drivers : teams
}

function columnsOf(table: 'drivers' | 'teams', t: Text): EmbedColumn<Row>[] {
  return [
    { name: t('embed.position'), short: '#', align: 'right', cell: ({ position }) => position },
    {
      name: t(table === 'drivers' ? 'embed.driver' : 'embed.team'),
      cell: ({ name, team = '', teamColour }) => (
        <EmbedName name={name} team={team} teamColour={teamColour} />
      ),
    },
    {
      name: t('embed.change'),
      short: '±',
      align: 'right',
      isExtra: true,
      cell: ({ positionsGained }) => <Change places={positionsGained} />,
    },
    { name: t('embed.wins'), align: 'right', isExtra: true, cell: ({ wins }) => wins },
    { name: t('embed.podiums'), align: 'right', isExtra: true, cell: ({ podiums }) => podiums },
    {
      name: t('embed.points'),
      align: 'right',
      cell: ({ points }) => <b className="font-semibold">{formatPoints(points, t.locale)}</b>,
    },
  ]
}

function Change({ places }: { readonly places: number | null }) {
  const t = useText()
  if (places === null || places === 0) return null
  const count = Math.abs(places)
  return (
    <span className={places > 0 ? 'text-good' : 'text-bad'}>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'}
        {count}
      </span>
      <span className="sr-only">{t(places > 0 ? 'embed.gained' : 'embed.lost', { count })}</span>
    </span>
  )
}
