import type { ReactNode } from 'react'
import type { EmbeddedSeason } from '@pitboard/contract/site/embeds'
import type { LiveSession } from '@pitboard/contract/live/live'
import { joinParts } from '../../messages/join-parts.ts'
import { isOut, standingOf } from '../../features/race/standing.ts'
import { useCar, useLive, useSessionKind } from '../../features/race/use-live.ts'
import { MarkedDriverCell } from '../../features/timing-tower/columns/marked-driver-cell.tsx'
import {
  GapCell,
  IntervalCell,
  StatusCell,
} from '../../features/timing-tower/table/tower-cells.tsx'
import { useText } from '../../messages/use-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { DEFAULT_OVERLAY } from './overlay-options.ts'
import { BattleStrip, LeaderStrip, SessionStrip } from './overlay-parts.tsx'
import { chosenPlace, type SceneChoice } from './overlay-scene.ts'
import { SeasonSceneView } from './season-scenes.tsx'
import { OverlayTower } from './overlay-tower.tsx'

declare module 'react' {
  interface CSSProperties {
    '--team'?: string
  }
}

interface OverlaySceneViewProps {
  readonly choice: SceneChoice
  /** A sample race has this season; null stands for the season of the session. */
  readonly season: EmbeddedSeason | null
  /** This many cars have room in the picture of a stream. */
  readonly towerRows?: number
}

/** Shows a scene that fills the picture in place of the parts of the address. */
export function OverlaySceneView({
  choice,
  season,
  towerRows = DEFAULT_OVERLAY.rows,
}: OverlaySceneViewProps) {
  switch (choice.scene) {
    case 'parts':
      return null
    case 'tower':
      return (
        <>
          <SessionStrip />
          <OverlayTower columns={null} rows={towerRows} />
        </>
      )
    case 'lowerThird':
      return <LowerThird choice={choice} />
    case 'battle':
      return (
        <div className="overlay-bottom">
          <BattleStrip />
          <LeaderStrip />
        </div>
      )
    case 'grid':
      return <GridScene />
    case 'fastestLap':
      return <FastestLap />
    case 'results':
      return <ResultScene />
    case 'standings':
    case 'nextRace':
      return <SeasonSceneView scene={choice.scene} sample={season} />
  }
}

/** Returns the place in `drivers` of the chosen driver, else of the leader. */
function placeOf(session: LiveSession, choice: SceneChoice): number {
  const place = chosenPlace(session.drivers, choice)
  return place >= 0 ? place : (standingOf(session).order[0] ?? -1)
}

interface BannerProps {
  readonly place: number
  readonly label: string
  readonly children: ReactNode
}

/** Shows a driver on the colour of the team. */
function Banner({ place, label, children }: BannerProps) {
  const name = useCar(place, (driver) => driver.name)
  const team = useCar(place, (driver) => driver.team)
  const number = useCar(place, (driver) => driver.carNumber)
  const colour = useCar(place, (driver) => driver.teamColour)
  const position = useCar(place, (driver) => driver.position)
  if (name === null) return null
  return (
    <section
      aria-label={label}
      className="overlay-banner timing"
      style={{ '--team': readableColour(colour) }}
    >
      <b className="overlay-banner-position">{position ?? '–'}</b>
      <span className="overlay-banner-name">
        <span className="text-title leading-none font-semibold">
          {name || (number === null ? '–' : `#${number}`)}
        </span>
        <span className="text-subhead">{joinParts([number, team])}</span>
      </span>
      <span className="overlay-banner-facts text-subhead">{children}</span>
    </section>
  )
}

function LowerThird({ choice }: { readonly choice: SceneChoice }) {
  const t = useText()
  const place = useLive((session) => placeOf(session, choice)) ?? -1
  const compound = useCar(place, (driver) => driver.currentTyreCompound)
  const age = useCar(place, (driver) => driver.currentTyreAgeLaps)
  const lastMs = useCar(place, (driver) => driver.lastLapTimeMs)
  return (
    <div className="overlay-bottom">
      <Banner place={place} label={t('overlay.lowerThird')}>
        <span>
          <GapCell place={place} />
        </span>
        {compound !== null && (
          <span className="inline-flex items-center gap-2">
            <TyreBadge tyreCompound={compound} />
            {age ?? '–'}
          </span>
        )}
        <span className="tabular-nums">{formatLapTime(lastMs)}</span>
      </Banner>
    </div>
  )
}

function FastestLap() {
  const t = useText()
  const place = useLive(fastestPlace) ?? -1
  const lapMs = useCar(place, (driver) => driver.bestLapTimeMs)
  if (place < 0) return null
  return (
    <div className="overlay-bottom">
      <Banner place={place} label={t('overlay.fastestLap')}>
        <span>{t('overlay.fastestLap')}</span>
        <b className="text-section text-session-best tabular-nums">{formatLapTime(lapMs)}</b>
      </Banner>
    </div>
  )
}

function fastestPlace(session: LiveSession): number {
  const { lapMs } = standingOf(session).bests
  return session.drivers.findIndex(({ bestLapTimeMs }) => bestLapTimeMs === lapMs)
}

/** The places are written as a text, which only changes with the order. */
function orderedPlaces(session: LiveSession, rankOf: 'grid' | 'now'): string {
  if (rankOf === 'now') return standingOf(session).order.join()
  const places = session.drivers.map((_, place) => place)
  const start = (place: number) =>
    session.drivers[place]?.startingPosition || Number.POSITIVE_INFINITY
  return places.toSorted((a, b) => start(a) - start(b) || a - b).join()
}

/** Nobody starts from a grid before the race: there the scene shows the order of the session. */
function hasStartingGrid({ drivers }: LiveSession): boolean {
  return drivers.some(({ startingPosition }) => startingPosition !== null)
}

function GridScene() {
  const t = useText()
  const hasGrid = useLive(hasStartingGrid) === true
  const order = useLive((session) => orderedPlaces(session, hasGrid ? 'grid' : 'now')) ?? ''
  return (
    <section className="overlay-board overlay-panel">
      <h2 className="text-section font-semibold">
        {hasGrid ? t('overlay.grid') : t('overlay.asItStands')}
      </h2>
      <ol className="overlay-grid timing text-subhead">
        {order.split(',').map((place, index) => (
          <li key={place} className="flex items-center gap-3">
            <b className="w-7 text-right text-muted">{index + 1}</b>
            <span className="min-w-0 flex-1">
              <MarkedDriverCell place={Number(place)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function ResultScene() {
  const t = useText()
  const order = useLive((session) => orderedPlaces(session, 'now')) ?? ''
  const isOver = useLive(({ events }) => events.some(({ kind }) => kind === 'chequeredFlag'))
  return (
    <section className="overlay-board overlay-panel">
      <h2 className="text-section font-semibold">
        {isOver ? t('overlay.results') : t('overlay.asItStands')}
      </h2>
      <ol className="overlay-columns timing text-subhead tabular-nums">
        {order.split(',').map((place, index) => (
          <li key={place} className="flex items-center gap-3">
            <b className="w-7 text-right text-muted">{index + 1}</b>
            <span className="min-w-0 flex-1">
              <MarkedDriverCell place={Number(place)} />
            </span>
            <ResultValue place={Number(place)} isFirst={index === 0} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ResultValueProps {
  readonly place: number
  readonly isFirst: boolean
}

/** In a race it is the distance to the car ahead, else the best lap or what it lacks to the first. */
function ResultValue({ place, isFirst }: ResultValueProps) {
  const isRace = useSessionKind() === 'race'
  const hasLeft = useCar(place, isOut) === true
  const bestMs = useCar(place, (driver) => driver.bestLapTimeMs)
  if (hasLeft) return <StatusCell place={place} />
  if (isRace) return isFirst ? null : <IntervalCell place={place} />
  return isFirst ? <b>{formatLapTime(bestMs)}</b> : <GapCell place={place} />
}
