import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { useStore } from '../../state/store.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { PlaceChange } from '../live/place-change.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { type LiveSeason, liveSeason } from '../live/live-season.ts'
import { useLive } from '../race/use-live.ts'
import { CarName } from './car-name.tsx'
import { HeadRow } from './head-row.tsx'
import { OutlookCard } from './outlook-card.tsx'

interface StandingsLine {
  readonly position: number
  readonly positionsGained: number | null
  readonly points: number
}

/** A driver of the session has a car, another one a name. */
interface DriverLine extends StandingsLine {
  readonly key: string
  readonly driverIdx: number | null
  readonly name?: string
  readonly names?: readonly string[]
}

/** Shows the standings of the season as if the session ended now. */
export function ChampionshipPanel() {
  const t = useText()
  const season = useStore(liveSeason)
  const [table, setTable] = useState<'drivers' | 'teams'>('drivers')
  const others = season?.others ?? null
  return (
    <OutlookCard
      title={t('panels.championship')}
      figure={season?.isExact === false ? t('screen.pointsChange') : null}
      note={t('panels.championshipNote')}
      empty={others === null ? t('panels.noStandings') : null}
    >
      <div className="px-3 py-2">
        <ChoiceBar
          label={t('panels.standingsShown')}
          value={table}
          onChange={setTable}
          options={[
            { value: 'drivers', label: t('panels.drivers') },
            { value: 'teams', label: t('panels.teams') },
          ]}
        />
      </div>
      <table className="timing w-full border-collapse tabular-nums">
        <HeadRow
          first={['#', t(table === 'drivers' ? 'live.driver' : 'screen.team')]}
          others={[t('screen.points'), '±']}
        />
        <tbody>
          {table === 'drivers'
            ? season && driverLines(season).map((line) => <DriverRow key={line.key} line={line} />)
            : others?.teams.map((line) => (
                <tr key={line.name} className="border-t border-line text-right">
                  <Position line={line} />
                  <th scope="row" className="px-1 py-1 text-left font-normal">
                    <span className="inline-flex items-center gap-1.5">
                      <TeamBar teamColour={line.teamColour} />
                      {line.name}
                    </span>
                  </th>
                  <Points line={line} />
                </tr>
              ))}
        </tbody>
      </table>
    </OutlookCard>
  )
}

function driverLines({ points, others }: LiveSeason): DriverLine[] {
  const present = [...(points ?? [])].map(([driverIdx, line]) => {
    return { ...line, driverIdx, key: `car ${driverIdx}` }
  })
  const absent = (others?.absentDrivers ?? []).map((line) => {
    return { ...line, driverIdx: null, key: line.name }
  })
  return [...present, ...absent].toSorted((a, b) => a.position - b.position)
}

function DriverRow({ line }: { readonly line: DriverLine }) {
  const place = useLive(({ drivers }) =>
    drivers.findIndex(({ driverIdx }) => driverIdx === line.driverIdx),
  )
  return (
    <tr className="border-t border-line text-right">
      <Position line={line} />
      <th scope="row" className="px-1 text-left font-normal">
        {place === null || place < 0 ? (
          <span className="inline-flex items-center gap-1.5 text-muted">
            {line.name ?? '–'}
            <DriverMark name={line.name ?? null} aliases={line.names} />
          </span>
        ) : (
          <CarName place={place} />
        )}
      </th>
      <Points line={line} />
    </tr>
  )
}

function Position({ line: { position } }: { readonly line: StandingsLine }) {
  return <td className="w-8 px-1 py-1 pl-3 text-left font-semibold">{position}</td>
}

function Points({ line: { points, positionsGained } }: { readonly line: StandingsLine }) {
  const { locale } = useText()
  return (
    <>
      <td className="px-1 font-semibold">{formatPoints(points, locale)}</td>
      <td className="w-14 px-1 pr-3">
        {positionsGained === 0 ? (
          <span className="text-faint">0</span>
        ) : (
          <PlaceChange places={positionsGained} />
        )}
      </td>
    </>
  )
}
