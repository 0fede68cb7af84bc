import { stintsOf } from '@pitboard/analysis/laps/stints'
import { placeOf, resultOrder } from '@pitboard/analysis/outcome/result-order'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Text } from '../../messages/create-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { LapTimeText } from '../../timing/lap-time-text.tsx'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { intervalTo, sessionBestLapMs } from './classification.ts'
import { DriverLabel } from './driver-label.tsx'
import { ResultTime } from './result-time.tsx'
import { useText } from '../../messages/use-text.ts'

type DriverColumn = Column<Driver>

/**
 * Returns the columns of a result: a race compares times over the distance and has stops; other sessions compare best
 * laps.
 */
export function classificationColumns(session: SessionDetail, t: Text): DriverColumn[] {
  const head = [position(t), driverName(session, t), team(t), laps(t)]
  if (!isRaceType(session.sessionType)) return [...head, time(session, t), penalties(t)]
  return [
    position(t),
    change(t),
    grid(t),
    ...head.slice(1),
    time(session, t),
    interval(session, t),
    bestLap(session, t),
    // Tyres and stops of a result entered by hand are unknown.
    ...(session.origin === 'hand' ? [] : [tyres(t), stops(t)]),
    penalties(t),
  ]
}

function position(t: Text): DriverColumn {
  return {
    key: 'position',
    name: t('session.position'),
    head: '#',
    narrow: true,
    align: 'right',
    sortBy: placeOf,
    cell: (driver) => <b className="font-semibold">{placeOf(driver) ?? '–'}</b>,
  }
}

function change(t: Text): DriverColumn {
  return {
    key: 'change',
    name: t('session.change'),
    head: '+/−',
    narrow: true,
    align: 'center',
    sortBy: ({ startingPosition, finishingPosition }) =>
      startingPosition && finishingPosition ? startingPosition - finishingPosition : null,
    cell: (driver) => <GridChange driver={driver} />,
  }
}

function grid(t: Text): DriverColumn {
  return {
    key: 'grid',
    name: t('session.grid'),
    align: 'right',
    optional: true,
    hiddenAtFirst: true,
    phone: 'below',
    sortBy: ({ startingPosition }) => startingPosition,
    cell: ({ startingPosition }) => startingPosition ?? '–',
  }
}

/** Of the cars, only the recorder's is known to belong to an account. */
function driverName({ origin, recorderDriverIdx, userId }: SessionDetail, t: Text): DriverColumn {
  return {
    key: 'driver',
    name: t('session.driver'),
    namesRow: true,
    sortBy: ({ name }) => name,
    cell: (driver) => (
      <DriverLabel
        driver={driver}
        userId={origin === undefined && driver.driverIdx === recorderDriverIdx ? userId : null}
      />
    ),
  }
}

function team(t: Text): DriverColumn {
  return {
    key: 'team',
    name: t('session.team'),
    optional: true,
    from: 'md',
    phone: 'none',
    sortBy: ({ team }) => team,
    cell: ({ team }) => <span className="text-muted">{team}</span>,
  }
}

function laps(t: Text): DriverColumn {
  return {
    key: 'laps',
    name: t('session.laps'),
    align: 'right',
    optional: true,
    phone: 'below',
    cell: ({ numberOfLaps }) => numberOfLaps,
  }
}

function time(session: SessionDetail, t: Text): DriverColumn {
  const [winner] = resultOrder(session)
  return {
    key: 'time',
    name: t(isRaceType(session.sessionType) ? 'session.time' : 'session.bestOrGap'),
    align: 'right',
    cell: (driver) => <ResultTime driver={driver} winner={winner} session={session} />,
  }
}

function interval(session: SessionDetail, t: Text): DriverColumn {
  const order = resultOrder(session)
  return {
    key: 'interval',
    name: t('session.interval'),
    align: 'right',
    optional: true,
    from: 'md',
    phone: 'none',
    cell: (driver) => {
      const ahead = order[order.indexOf(driver) - 1]
      return <span className="text-muted">{ahead && intervalTo(driver, ahead, t)}</span>
    },
  }
}

function bestLap(session: SessionDetail, t: Text): DriverColumn {
  const bestMs = sessionBestLapMs(session)
  return {
    key: 'bestLap',
    name: t('session.bestLap'),
    align: 'right',
    optional: true,
    phone: 'below',
    sortBy: ({ bestLapTimeMs }) => bestLapTimeMs,
    cell: ({ bestLapTimeMs }) => (
      <LapTimeText
        text={formatLapTime(bestLapTimeMs)}
        mark={bestLapTimeMs === bestMs ? 'sessionBest' : null}
      />
    ),
  }
}

function tyres(t: Text): DriverColumn {
  return {
    key: 'tyres',
    name: t('session.tyres'),
    align: 'right',
    optional: true,
    phone: 'below',
    cell: (driver) => (
      <span className="inline-flex gap-1">
        {stintsOf(driver).map(({ tyreCompound, firstLap, laps: driven }) => (
          <span key={firstLap} title={t('session.lapCount', { count: driven })}>
            <TyreBadge tyreCompound={tyreCompound} />
          </span>
        ))}
      </span>
    ),
  }
}

function stops(t: Text): DriverColumn {
  return {
    key: 'stops',
    name: t('session.stops'),
    align: 'right',
    optional: true,
    phone: 'below',
    sortBy: ({ pitStops }) => pitStops.length,
    cell: ({ pitStops }) => pitStops.length,
  }
}

function penalties(t: Text): DriverColumn {
  return {
    key: 'penalties',
    name: t('session.penalties'),
    align: 'right',
    optional: true,
    phone: 'below',
    sortBy: ({ totalPenaltiesSeconds }) => totalPenaltiesSeconds,
    cell: ({ totalPenaltiesSeconds: seconds }) =>
      seconds > 0 && (
        <span className="text-secondary">{t('session.penaltySeconds', { seconds })}</span>
      ),
  }
}

/** Shows how many places a driver made good or lost since the start. */
function GridChange({ driver }: { readonly driver: Driver }) {
  const t = useText()
  const { startingPosition, finishingPosition } = driver
  if (!startingPosition || finishingPosition === null) return null
  const gained = startingPosition - finishingPosition
  const from = t('session.fromGrid', { position: startingPosition })
  if (gained === 0) {
    return (
      <span className="inline-block w-7 text-faint" title={from}>
        –
      </span>
    )
  }
  return (
    <span
      className={`inline-block w-7 text-left ${gained > 0 ? 'text-good' : 'text-bad'}`}
      title={from}
    >
      <span aria-hidden="true">{gained > 0 ? '▴' : '▾'}</span>
      <span className="sr-only">{t(gained > 0 ? 'session.gained' : 'session.lost')} </span>
      {Math.abs(gained)}
    </span>
  )
}
