/** A link to the charts names the chosen drivers, the driver they are compared with, and the lap. */
export interface ChartChoice {
  /** An empty list stands for everybody, null for a reader who has not chosen. */
  readonly drivers: readonly number[] | null
  /** Null stands for the winner. */
  readonly against: number | null
  /** Null stands for the last. */
  readonly lap: number | null
}

export interface ChartSearch {
  readonly drivers: string
  readonly against: string
  readonly lap: string
}

const EVERYBODY = 'all'

export function readChoice({ drivers, against, lap }: ChartSearch): ChartChoice {
  const rest = { against: readNumber(against), lap: readNumber(lap) }
  if (drivers === '') return { drivers: null, ...rest }
  const chosen = drivers.split(',').flatMap((number) => readNumber(number) ?? [])
  return { drivers: [...new Set(chosen)], ...rest }
}

export function writeChoice({ drivers, against, lap }: ChartChoice): ChartSearch {
  return {
    drivers: drivers?.length === 0 ? EVERYBODY : (drivers?.join() ?? ''),
    against: against === null ? '' : String(against),
    lap: lap === null ? '' : String(lap),
  }
}

function readNumber(text: string): number | null {
  return /^\d{1,3}$/.test(text) ? Number(text) : null
}
