/**
 * The rows of numbers are in the order of their times, which are the first number of each row. A series grows
 * at its end, and rows at both ends can be removed. Its numbers are open to those who write and read many of
 * them.
 */
export interface Series {
  /** A row has this many numbers: its time and its columns. */
  readonly stride: number
  numbers: Float64Array
  /** It is the index of the first row; rows before it have been removed. */
  first: number
  length: number
}

const ROWS_AT_FIRST = 64

/** Creates an empty series whose rows have a time and these columns. */
export function createSeries(columns: number): Series {
  const stride = columns + 1
  return { stride, numbers: new Float64Array(ROWS_AT_FIRST * stride), first: 0, length: 0 }
}

/**
 * Adds a row and returns where its columns begin in `numbers`. A row of the same time is replaced; for an
 * earlier time or none it returns -1.
 */
export function addRow(series: Series, timeMs: number): number {
  const lastMs = series.length === 0 ? -Infinity : timeAt(series, series.length - 1)
  if (!(timeMs >= lastMs)) return -1
  if (timeMs > lastMs) {
    if ((series.first + series.length + 1) * series.stride > series.numbers.length) makeRoom(series)
    series.length++
  }
  const at = (series.first + series.length - 1) * series.stride
  series.numbers[at] = timeMs
  return at + 1
}

/** Returns the time of a row in ms; NaN where the row does not exist. */
export function timeAt({ numbers, first, stride }: Series, row: number): number {
  return numbers[(first + row) * stride] ?? NaN
}

/**
 * Returns a number of a row; `column` counts from 0, without the time. It is NaN where the row does not
 * exist.
 */
export function valueAt({ numbers, first, stride }: Series, row: number, column: number): number {
  return numbers[(first + row) * stride + 1 + column] ?? NaN
}

/** Returns the last row at or before this time; -1 before the first. */
export function findRow(series: Series, timeMs: number): number {
  let low = -1
  let high = series.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (timeAt(series, middle) <= timeMs) low = middle
    else high = middle
  }
  return low
}

/** Removes the rows before this time in ms. */
export function dropBefore(series: Series, timeMs: number): void {
  let dropped = findRow(series, timeMs)
  if (dropped >= 0 && timeAt(series, dropped) === timeMs) dropped--
  series.first += dropped + 1
  series.length -= dropped + 1
}

/** Removes the rows after this time in ms. */
export function dropAfter(series: Series, timeMs: number): void {
  series.length = findRow(series, timeMs) + 1
}

function makeRoom(series: Series): void {
  const { stride, numbers, first, length } = series
  const [from, to] = [first * stride, (first + length) * stride]
  // Moving rows to the front is cheaper than another array.
  if (first > length) numbers.copyWithin(0, from, to)
  else {
    series.numbers = new Float64Array((length + 1) * 2 * stride)
    series.numbers.set(numbers.subarray(from, to))
  }
  series.first = 0
}
