/**
 * `npm run test:all` drives every year, rate and seed of a rule; `npm test` drives a fixed sample of them.
 */
const isLongRun = process.env['TEST_ALL'] === 'true'

/**
 * Returns at most `count` of the variants of a rule: the first, the last and some between, the same ones in every run.
 * Neighbouring rules begin at another `start`, so that together they cover all variants.
 */
export function sampleOf<T>(variants: readonly T[], count: number, start = 0): readonly T[] {
  if (isLongRun || count >= variants.length) return variants
  const step = (variants.length - 1) / Math.max(1, count - 1)
  const chosen = new Set(
    Array.from({ length: count }, (_, at) => (start + Math.round(at * step)) % variants.length),
  )
  return variants.filter((_, at) => chosen.has(at))
}

/** Returns how many inputs a property gets: all of them in the long run, and otherwise a few. */
export function sampleOfRuns(all: number, count: number): { numRuns: number } {
  return { numRuns: isLongRun ? all : count }
}

/** Returns seeds that begin with `first`. */
export function sampleOfSeeds(first: number, all: number, count: number): readonly number[] {
  return Array.from({ length: isLongRun ? all : count }, (_, index) => first + index)
}

/** Registers tests that `npm run test:all` alone runs: each repeats a rule at a higher price. */
export function onlyInLongRun<T>(register: () => T): T | undefined {
  return isLongRun ? register() : undefined
}
