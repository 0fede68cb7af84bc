import { type EmbeddedSeason, embeds } from '@pitboard/contract/site/embeds'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { type ReactNode, useState } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { useEmbedded } from '../../api/use-embedded.ts'
import { chooseSeason } from '../../timing/choose-season.ts'
import { useLive } from '../../features/race/use-live.ts'
import { Countdown } from '../../features/season/overview/countdown.tsx'
import { useText } from '../../messages/use-text.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { formatDateTime } from '../../timing/format-date.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { readableColour } from '../../timing/readable-colour.ts'
import type { SeasonScene } from './overlay-scene.ts'

interface SeasonSceneProps {
  readonly scene: SeasonScene
  /** The scene shows this season in place of the session's. */
  readonly sample: EmbeddedSeason | null
}

/** Shows what a broadcast says of the season, as everybody may see it, because a stream shows it to everybody. */
export function SeasonSceneView({ scene, sample }: SeasonSceneProps) {
  if (sample) return <SceneOf scene={scene} season={sample} />
  return <OfSession>{(season) => <SceneOf scene={scene} season={season} />}</OfSession>
}

interface OfSessionProps {
  readonly children: (season: EmbeddedSeason) => ReactNode
}

/** Shows nothing for a session that counts in no public season. */
function OfSession({ children }: OfSessionProps) {
  const sessionId = useLive(({ id }) => id)
  const recorderId = useLive(({ userId }) => userId)
  const found = useEmbedded(sessions.seasons, sessionId === null ? null : { params: { sessionId } })
  const id = found.state === 'found' ? (chooseSeason(found.data, recorderId)?.id ?? null) : null
  const season = useEmbedded(embeds.season, id === null ? null : { params: { id } })
  return id === null || season.state !== 'found' ? null : children(season.data)
}

interface SceneOfProps {
  readonly scene: SeasonScene
  readonly season: EmbeddedSeason
}

function SceneOf({ scene, season }: SceneOfProps) {
  return scene === 'standings' ? <StandingsBoard season={season} /> : <NextRace season={season} />
}

const DRIVERS_MAX = 20

function StandingsBoard({ season }: { readonly season: EmbeddedSeason }) {
  const t = useText()
  const { name, leagueName, isLive, drivers } = season
  return (
    <section className="overlay-season overlay-board overlay-panel">
      <p className="label">{joinParts([leagueName, name])}</p>
      <h2 className="text-section font-semibold">
        {isLive ? t('overlay.asItStands') : t('overlay.standings')}
      </h2>
      <ol className="overlay-columns timing text-subhead tabular-nums">
        {drivers.slice(0, DRIVERS_MAX).map((driver) => (
          <li
            key={`${driver.position} ${driver.name}`}
            className="overlay-line flex items-center gap-3"
            style={{ '--team': readableColour(driver.teamColour) }}
          >
            <b className="w-7 text-right">{driver.position}</b>
            <span className="flex min-w-0 flex-1 items-center gap-1.5">
              <span className="truncate">{driver.name}</span>
              <DriverMark name={driver.name} />
            </span>
            <PlaceChange places={driver.positionsGained} />
            <b className="w-16 text-right">{formatPoints(driver.points, t.locale)}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}

function PlaceChange({ places }: { readonly places: number | null }) {
  if (!places) return null
  return (
    <span className={places > 0 ? 'text-good' : 'text-bad'}>
      {places > 0 ? '▲' : '▼'}
      {Math.abs(places)}
    </span>
  )
}

/** Shows a banner on the colour of the league; after the last race it says that there is none. */
function NextRace({ season }: { readonly season: EmbeddedSeason }) {
  const t = useText()
  const [nowMs] = useState(() => Date.now())
  const { name, leagueName, accentColour, events } = season
  const next = events.findIndex(
    ({ startsAt, isLive }) => startsAt !== null && !isLive && Date.parse(startsAt) > nowMs,
  )
  const event = events[next]
  return (
    <div className="overlay-bottom">
      <section
        aria-label={t('overlay.nextRace')}
        className="overlay-season overlay-banner timing"
        style={{ '--team': readableColour(accentColour) }}
      >
        {event && <b className="overlay-banner-position">{next + 1}</b>}
        <span className="overlay-banner-name">
          <span className="text-timing">
            {event ? t('overlay.nextRace') : (leagueName ?? t('overlay.nextRace'))}
          </span>
          <span className="text-title leading-none font-semibold">
            {event ? event.name : t('overlay.seasonOver', { season: name })}
          </span>
          {event && (
            <span className="text-subhead">
              {joinParts([event.trackName === event.name ? '' : event.trackName, name, leagueName])}
            </span>
          )}
        </span>
        {event?.startsAt && (
          <span className="overlay-banner-facts text-subhead">
            <span>{formatDateTime(event.startsAt, t.locale)}</span>
            <b className="text-section">
              <Countdown key={event.startsAt} until={event.startsAt} />
            </b>
          </span>
        )}
      </section>
    </div>
  )
}
