import { TRACE_CHANNELS, type TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { countPoints } from './trace-grid.ts'
import { NO_VALUE, type TraceColumnData } from './traced-lap.ts'

/** Traces of another version are made again. */
const TRACE_VERSION = 1

/** A channel's place in this list is its number in stored traces: only append. */
const STORED: readonly TraceChannel[] = [
  'timeMs',
  'speedKmh',
  'throttlePercent',
  'brakePercent',
  'steeringPercent',
  'gear',
  'engineRpm',
  'drsOpen',
  'activeAeroOn',
  'overtakeOn',
  'ersDeployMode',
  'ersStorePercent',
  'positionXM',
  'positionZM',
]

/** The difference of two differences of 32 bits takes this many bytes. */
const NUMBER_BYTES_MAX = 5
/** A trace is written into this array, which grows, before it is copied. */
let written = new Uint8Array()

/** These channels change evenly, so that the change of the change is smaller than the change. */
const EVEN: ReadonlySet<TraceChannel> = new Set(['timeMs', 'positionXM', 'positionZM'])

export interface TraceColumnsData {
  readonly lengthM: number
  readonly columns: ReadonlyMap<TraceChannel, TraceColumnData>
}

/**
 * Encodes the columns of a trace as whole numbers of variable length: version, length of the lap, then for
 * each column its number, the runs of known and unknown points in turn, and the differences of the known
 * values.
 */
export function encodeTrace({ lengthM, columns }: TraceColumnsData): Uint8Array {
  const points = countPoints(lengthM)
  const numbers = createNumberWriter(3 + columns.size * (2 + 2 * points))
  for (const number of [TRACE_VERSION, lengthM, columns.size]) numbers.push(number)
  for (const [channel, column] of columns) {
    numbers.push(STORED.indexOf(channel))
    pushRuns(numbers, column)
    pushDifferences(numbers, column, EVEN.has(channel))
  }
  return numbers.bytes()
}

/** Decodes what `encodeTrace` made; returns null for another version. */
export function decodeTrace(bytes: Uint8Array): TraceColumnsData | null {
  const next = readNumbers(bytes)
  if (next() !== TRACE_VERSION) return null
  const lengthM = next()
  const columns = new Map<TraceChannel, TraceColumnData>()
  for (let left = next(); left > 0; left--) {
    const channel = STORED[next()]
    if (channel === undefined) return null
    const column = new Int32Array(countPoints(lengthM)).fill(NO_VALUE)
    readColumn(column, next, EVEN.has(channel))
    columns.set(channel, column)
  }
  return { lengthM, columns }
}

/** Returns the values of a column in its unit; null where it is unknown. */
export function valuesOf(channel: TraceChannel, column: TraceColumnData): (number | null)[] {
  return Array.from(numbersOf(channel, column), (value) => (Number.isNaN(value) ? null : value))
}

/** Returns the same values as numbers; NaN where they are unknown. */
export function numbersOf(channel: TraceChannel, column: TraceColumnData): Float64Array {
  const { resolution } = TRACE_CHANNELS[channel]
  const perUnit = 1 / resolution
  const isWhole = Number.isInteger(resolution)
  const numbers = new Float64Array(column.length)
  for (let point = 0; point < column.length; point++) {
    const value = column[point] ?? NO_VALUE
    if (value === NO_VALUE) numbers[point] = NaN
    else numbers[point] = isWhole ? value * resolution : value / perUnit
  }
  return numbers
}

function pushRuns(numbers: NumberWriter, column: TraceColumnData): void {
  const runs: number[] = []
  let isKnown = true
  let length = 0
  for (let point = 0; point < column.length; point++) {
    if ((column[point] !== NO_VALUE) !== isKnown) {
      runs.push(length)
      isKnown = !isKnown
      length = 0
    }
    length++
  }
  numbers.push(runs.length)
  for (const run of runs) numbers.push(run)
}

function pushDifferences(numbers: NumberWriter, column: TraceColumnData, isEven: boolean): void {
  let value = 0
  let change = 0
  for (let point = 0; point < column.length; point++) {
    const next = column[point] ?? NO_VALUE
    if (next === NO_VALUE) continue
    const expected = isEven ? value + change : value
    numbers.push(zigzag(next - expected))
    change = next - value
    value = next
  }
}

function readColumn(column: TraceColumnData, next: () => number, isEven: boolean): void {
  const ends: number[] = []
  let end = 0
  for (let left = next(); left > 0; left--) {
    end += next()
    ends.push(end)
  }
  let [value, change, run] = [0, 0, 0]
  for (let point = 0; point < column.length; point++) {
    while (point >= (ends[run] ?? column.length)) run++
    if (run % 2 === 1) continue
    const found = unzigzag(next()) + (isEven ? value + change : value)
    change = found - value
    value = found
    column[point] = value
  }
}

/** Small numbers of either sign become small positive ones. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}

interface NumberWriter {
  push(number: number): void
  bytes(): Uint8Array
}

/** Writes at most this many numbers of variable length, one trace at a time. */
function createNumberWriter(most: number): NumberWriter {
  if (written.length < most * NUMBER_BYTES_MAX) written = new Uint8Array(most * NUMBER_BYTES_MAX)
  const bytes = written
  let at = 0
  return {
    push(number) {
      let rest = number
      for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes[at++] = (rest % 0x80) + 0x80
      bytes[at++] = rest
    },
    bytes: () => bytes.slice(0, at),
  }
}

/** Returns 0 beyond the end. */
function readNumbers(bytes: Uint8Array): () => number {
  let at = 0
  return () => {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++] ?? 0
      value += (byte % 0x80) * scale
      if (byte < 0x80) return value
    }
  }
}
