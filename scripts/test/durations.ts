import { readFileSync, statSync, writeFileSync } from 'node:fs'

/** The file says how long each test file took on this machine. Git ignores it. */
const DURATIONS_FILE = '.test-durations.json'

/** The map has milliseconds by the path of a test file. */
export type Durations = Map<string, number>

/** Returns an empty map before the first run, and where the file is damaged: an order is all that depends on it. */
export function readDurations(): Durations {
  try {
    const stored: unknown = JSON.parse(readFileSync(DURATIONS_FILE, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return new Map()
    return new Map(
      Object.entries(stored).filter(
        (entry): entry is [string, number] => typeof entry[1] === 'number',
      ),
    )
  } catch {
    return new Map()
  }
}

/** Adds what this run measured to what earlier ones did: a run of a few files is not all there is. */
export function writeDurations(measured: Durations): void {
  const all = [...readDurations(), ...measured].map(([file, ms]) => [file, Math.round(ms)] as const)
  const sorted = [...new Map(all)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(DURATIONS_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
}

/**
 * A long file that begins last runs on one processor while the others have nothing left, so the
 * longest begin first. A file that was never measured here is estimated by its folder and size.
 */
export function sortLongestFirst(files: readonly string[], durations: Durations): string[] {
  const duration = new Map(
    files.map((file) => [file, durations.get(file) ?? estimateDurationMs(file)]),
  )
  return files.toSorted(
    (one, other) => (duration.get(other) ?? 0) - (duration.get(one) ?? 0) || (one < other ? -1 : 1),
  )
}

/** A kilobyte of a test takes this long: the more real parts it starts, the longer. */
const MS_PER_KILOBYTE = [
  [/^e2e\//, 6000],
  [/^apps\/web\/page-tests\//, 2500],
  [/^sim\//, 1500],
  [/^apps\/server\//, 500],
] as const
const MS_PER_KILOBYTE_ELSEWHERE = 100

function estimateDurationMs(file: string): number {
  const found = MS_PER_KILOBYTE.find(([folder]) => folder.test(file))
  return (statSync(file).size / 1000) * (found?.[1] ?? MS_PER_KILOBYTE_ELSEWHERE)
}

const SLOWEST = 20

/** Names the files that a change of the tests should look at first. */
export function describeSlowest(measured: Durations): string {
  const slowest = [...measured].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST)
  const lines = slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  return [`The ${slowest.length} slowest files:`, ...lines].join('\n')
}
