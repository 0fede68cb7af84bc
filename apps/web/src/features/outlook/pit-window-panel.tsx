import type { LiveSession } from '@pitboard/contract/live/live'
import { type PitLoss, pitLossOf } from '@pitboard/analysis/outlook/pit-loss'
import type { TrackPitLoss } from '@pitboard/contract/pit-losses/track-pit-loss'
import {
  type Neighbour,
  type PitOutlook,
  pitOutlookOf,
  type Rejoin,
} from '@pitboard/analysis/outlook/rejoin'
import { memo, useState } from 'react'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { driverCode } from '../race/car-identity.ts'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { standingOf } from '../race/standing.ts'
import { useCar, useLiveStore } from '../race/use-live.ts'
import { CarName } from './car-name.tsx'
import { HeadRow } from './head-row.tsx'
import { OutlookCard } from './outlook-card.tsx'
import { type Derivation, gapsKey, lapsKey, useDerived } from './use-derived.ts'
import { useTrackPitLoss } from './use-track-pit-loss.ts'

interface PitWindow extends PitOutlook {
  /** These are places in `drivers`, the leader first. */
  readonly order: readonly number[]
}

/** The loss changes with laps and stops, the positions with every gap. */
function createPitWindow(track: TrackPitLoss | null): Derivation<PitWindow | null> {
  let known: { readonly key: string; readonly loss: PitLoss } | null = null
  let shown: PitOutlook['rejoins'] = []
  return {
    keyOf: gapsKey,
    derive(session: LiveSession) {
      // A stop is measured once its out lap has its first sector.
      const sectors = session.drivers.map(({ currentSector1TimeMs }) => currentSector1TimeMs)
      const key = [lapsKey(session), ...sectors].join()
      if (known?.key !== key) known = { key, loss: pitLossOf(session, track) }
      const outlook = pitOutlookOf(session, known.loss)
      if (!outlook) return null
      // The row of a car with an outlook that looks the same is not rendered again.
      shown = outlook.rejoins.map((rejoin, place) => {
        const before = shown[place] ?? null
        return isSameRejoin(before, rejoin) ? before : rejoin
      })
      return { loss: outlook.loss, rejoins: shown, order: standingOf(session).order }
    },
  }
}

function isSameRejoin(before: Rejoin | null, next: Rejoin | null): boolean {
  if (!before || !next) return before === next
  return (
    before.position === next.position &&
    before.expectedPosition === next.expectedPosition &&
    before.band?.best === next.band?.best &&
    before.band?.worst === next.band?.worst &&
    isSameNeighbour(before.ahead, next.ahead) &&
    isSameNeighbour(before.behind, next.behind)
  )
}

function isSameNeighbour(before: Neighbour | null, next: Neighbour | null): boolean {
  if (!before || !next) return before === next
  return before.driverIdx === next.driverIdx && gapText(before) === gapText(next)
}

function gapText({ gapMs }: Neighbour): string {
  return (gapMs / 1000).toFixed(1)
}

/** Shows where each car comes out if it stops now. */
export function PitWindowPanel() {
  const track = useTrackPitLoss()
  // What it works out depends on it from the first state on.
  return <PitWindow key={track ? 'track' : 'game'} track={track} />
}

function PitWindow({ track }: { readonly track: TrackPitLoss | null }) {
  const t = useText()
  const [derivation] = useState(() => createPitWindow(track))
  const pitWindow = useDerived(derivation)
  const { order = [], rejoins = [] } = pitWindow ?? {}
  const predicted = order.filter((place) => rejoins[place])
  return (
    <OutlookCard
      title={t('panels.pitWindow')}
      figure={
        pitWindow && t('panels.lossFigure', { loss: (pitWindow.loss.medianMs / 1000).toFixed(1) })
      }
      note={pitWindow && lossText(pitWindow.loss, t)}
      empty={predicted.length === 0 ? t('panels.noRejoin') : null}
    >
      <table className="timing w-full border-collapse tabular-nums">
        <HeadRow first={['#', t('live.driver')]} others={COLUMNS.map((column) => t(column))} />
        <tbody>
          {predicted.map((place) => (
            <RejoinRow key={place} place={place} rejoin={rejoins[place] ?? null} />
          ))}
        </tbody>
      </table>
    </OutlookCard>
  )
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function lossText({ lowMs, medianMs, highMs, source, stops }: PitLoss, t: Text): string {
  const values = { low: inSeconds(lowMs), loss: inSeconds(medianMs), high: inSeconds(highMs) }
  const cost = {
    session: () => t('panels.learnedLoss', { ...values, count: stops }),
    track: () => t('panels.trackLoss', { ...values, count: stops }),
    game: () => t('panels.usualLoss', values),
  }[source]()
  return `${cost} ${t('panels.pitWindowNote')}`
}

const COLUMNS = [
  'panels.comesOut',
  'panels.behindCar',
  'panels.aheadOfCar',
  'panels.expected',
] as const

interface RejoinRowProps {
  readonly place: number
  readonly rejoin: Rejoin | null
}

const RejoinRow = memo(function RejoinRow({ place, rejoin }: RejoinRowProps) {
  const t = useText()
  const { driverIdx } = useDriverFocus()
  const position = useCar(place, (driver) => driver.position)
  const isFollowed = useCar(place, (driver) => driver.driverIdx === driverIdx) ?? false
  if (!rejoin) return null
  const { expectedPosition, band } = rejoin
  return (
    <tr className={`border-t border-line ${isFollowed ? 'bg-raised' : ''}`}>
      <td className="pr-1 pl-3 text-muted">{position}</td>
      <th scope="row" className="px-1 text-left">
        <CarName place={place} />
      </th>
      <td className="px-1 text-right font-semibold whitespace-nowrap">
        {t('panels.positionOf', { position: rejoin.position })}
      </td>
      <td className="px-1 text-right whitespace-nowrap">
        <NeighbourText neighbour={rejoin.ahead} />
      </td>
      <td className="px-1 text-right whitespace-nowrap">
        <NeighbourText neighbour={rejoin.behind} />
      </td>
      <td className="pr-3 pl-1 text-right whitespace-nowrap">
        {t('panels.positionOf', { position: expectedPosition })}
        {band && band.best !== band.worst && (
          <span className="text-small text-muted">
            {' '}
            {t('panels.band', { best: band.best, worst: band.worst })}
          </span>
        )}
      </td>
    </tr>
  )
})

function NeighbourText({ neighbour }: { readonly neighbour: Neighbour | null }) {
  const { view } = useLiveStore()
  if (!neighbour) return <span className="text-muted">–</span>
  const drivers = view().session?.drivers ?? []
  const place = drivers.findIndex(({ driverIdx }) => driverIdx === neighbour.driverIdx)
  return (
    <>
      {driverCode(drivers, place)} <span className="text-muted">{gapText(neighbour)}</span>
    </>
  )
}
