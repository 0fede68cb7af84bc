/**
 * Rows of numbers in the order of their times, which are the first number of each row. It grows at its
 * end, and rows at both ends can be removed.
 */
export interface Series {
  readonly length: number
  /** Adds a row; one of the same time is replaced, an earlier one is ignored. */
  push(timeMs: number, values: ArrayLike<number>): void
  timeAt(row: number): number
  /** `column` counts from 0, without the time. */
  valueAt(row: number, column: number): number
  /** The last row at or before this time; -1 before the first. */
  findRow(timeMs: number): number
  /**
   * Reads the values of a column at places into `values`: `rows`, each with the share of the way to the next row;
   * NaN for a negative row. Without `shares` the value of the row itself.
   */
  readColumn(
    column: number,
    rows: Int32Array,
    shares: Float64Array | null,
    values: Float64Array,
  ): void
  dropBefore(timeMs: number): void
  dropAfter(timeMs: number): void
}

const ROWS_AT_FIRST = 64

export function createSeries(columns: number): Series {
  const stride = columns + 1
  let numbers = new Float64Array(ROWS_AT_FIRST * stride)
  let first = 0
  let length = 0

  function timeAt(row: number): number {
    return numbers[(first + row) * stride] ?? NaN
  }

  function makeRoom(): void {
    if ((first + length + 1) * stride <= numbers.length) return
    const [from, to] = [first * stride, (first + length) * stride]
    // Moving rows to the front is cheaper than another array.
    if (first > length) numbers.copyWithin(0, from, to)
    else {
      const grown = new Float64Array((length + 1) * 2 * stride)
      grown.set(numbers.subarray(from, to))
      numbers = grown
    }
    first = 0
  }

  function findRow(timeMs: number): number {
    let low = -1
    let high = length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (timeAt(middle) <= timeMs) low = middle
      else high = middle
    }
    return low
  }

  return {
    get length() {
      return length
    },
    push(timeMs, values) {
      const lastMs = length === 0 ? -Infinity : timeAt(length - 1)
      if (timeMs < lastMs) return
      if (timeMs > lastMs) {
        makeRoom()
        length++
      }
      const at = (first + length - 1) * stride
      numbers[at] = timeMs
      for (let i = 0; i < columns; i++) numbers[at + 1 + i] = values[i] ?? NaN
    },
    timeAt,
    valueAt: (row, column) => numbers[(first + row) * stride + 1 + column] ?? NaN,
    findRow,
    readColumn(column, rows, shares, values) {
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] ?? -1
        const at = (first + row) * stride + 1 + column
        const value = row < 0 ? NaN : (numbers[at] ?? NaN)
        const share = shares === null ? 0 : (shares[i] ?? 0)
        values[i] = share === 0 ? value : value + ((numbers[at + stride] ?? NaN) - value) * share
      }
    },
    dropBefore(timeMs) {
      let dropped = findRow(timeMs)
      if (dropped >= 0 && timeAt(dropped) === timeMs) dropped--
      first += dropped + 1
      length -= dropped + 1
    },
    dropAfter(timeMs) {
      length = findRow(timeMs) + 1
    },
  }
}
