import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type { Cell } from '../../../platform/http/csv.ts'

export interface ExportTable {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
}

const SOURCES = { hand: 'entered by hand', document: 'sent as a document' } as const

/** Times are milliseconds, enumerations the numbers of the API: they are for programs too. */
export function classificationTable({ drivers, origin }: RecordedSession): ExportTable {
  const [sourceHead, source] = origin ? [['Source'], [SOURCES[origin]]] : [[], []]
  const head = [
    ...['Position', 'Car', 'Driver', 'Team', 'Grid', 'Laps', 'Race time ms', 'Penalties s'],
    ...['Best lap ms', 'Best sector 1 ms', 'Best sector 2 ms', 'Best sector 3 ms'],
    ...['Stops', 'Result status', 'Driver index', ...sourceHead],
  ]
  const ordered = drivers.toSorted((a, b) => placeOf(a) - placeOf(b))
  const rows = ordered.map((driver) => [
    ...[driver.position, driver.carNumber, driver.name, driver.team, driver.startingPosition],
    ...[driver.numberOfLaps, driver.totalRaceTime, driver.totalPenaltiesSeconds],
    ...[driver.bestLapTimeMs, driver.bestSector1TimeMs, driver.bestSector2TimeMs],
    ...[driver.bestSector3TimeMs, driver.pitStops.length, driver.resultStatus, driver.driverIdx],
    ...source,
  ])
  return { name: 'Classification', rows: [head, ...rows] }
}

export function lapsTable({ drivers }: RecordedSession): ExportTable {
  const head = [
    ...['Driver', 'Lap', 'Lap time ms', 'Sector 1 ms', 'Sector 2 ms', 'Sector 3 ms'],
    ...['Valid', 'Driver index'],
  ]
  const rows = drivers.flatMap(({ name, driverIdx, lapTimes }) =>
    lapTimes.map((lap, index) => [
      ...[name, index + 1, lap.lapTime, lap.sector1Time, lap.sector2Time, lap.sector3Time],
      ...[lap.invalidLap ? 'no' : 'yes', driverIdx],
    ]),
  )
  return { name: 'Laps', rows: [head, ...rows] }
}

export function stintsTable({ drivers }: RecordedSession): ExportTable {
  const head = ['Driver', 'Stint', 'Compound', 'Actual compound', 'Last lap', 'Driver index']
  const rows = drivers.flatMap(({ name, driverIdx, tyres }) =>
    tyres.map(({ tyreCompound, actualTyreCompound, endLap }, index) => [
      ...[name, index + 1, tyreCompound, actualTyreCompound, endLap, driverIdx],
    ]),
  )
  return { name: 'Stints', rows: [head, ...rows] }
}

export function penaltiesTable({ drivers }: RecordedSession): ExportTable {
  const head = ['Driver', 'Lap', 'Session time ms', 'Penalty', 'Infringement', 'Seconds']
  const rows = drivers.flatMap(({ name, penalties }) =>
    penalties.map((penalty) => [
      ...[name, penalty.lapNum, penalty.penaltyIssuedTime, penalty.penaltyType],
      ...[penalty.infringementType, penalty.penaltyTime],
    ]),
  )
  return { name: 'Penalties', rows: [head, ...rows] }
}

function placeOf({ position }: RecordedSession['drivers'][number]): number {
  return position ?? Number.POSITIVE_INFINITY
}

/** An XLSX with a sheet for each table. Texts are cells of text: none is ever a formula. */
export async function workbookOf(tables: readonly ExportTable[]): Promise<Buffer> {
  // Most servers are never asked for one.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const sheets = tables.map(({ name, rows }) => ({
    sheet: name,
    stickyRowsCount: 1,
    data: rows.map((row, index) =>
      row.map((cell) => {
        if (cell === null) return null
        if (typeof cell === 'number') return { value: cell, type: Number }
        const text = { value: cell, type: String }
        return index === 0 ? { ...text, fontWeight: 'bold' as const } : text
      }),
    ),
  }))
  return writeXlsxFile(sheets).toBuffer()
}
