import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../diagnostics/log.ts'
import { createPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts'

/** The database must not be the first to meet a full disk: what users change stops here. */
const RESERVE_BYTES = 512 * 1024 * 1024
/** The reserve of a small disk is this share. */
const RESERVE_SHARE = 0.05

export interface DiskUse {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** Watches how much room the disk of DATA_DIR has. */
export interface DiskSpace {
  /** Returns whether less is free than the reserve: then users change nothing, and no recorder begins to send. */
  isLow(): boolean
  /**
   * Returns whether half of the reserve is used: then nothing is taken from recorders any more, which store what they
   * would send.
   */
  isFull(): boolean
  /** Returns the result of the last check; null before the first one. */
  use(): DiskUse | null
  /** Looks at once. */
  look(): Promise<void>
  readonly watch: PeriodicJob
}

interface DiskSpaceOptions {
  readonly read: () => Promise<DiskUse>
  readonly everyMs: number
  readonly log: Log
  readonly registry: Registry
}

export async function readDiskUse(folder: string): Promise<DiskUse> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

export function createDiskSpace({ read, everyMs, log, registry }: DiskSpaceOptions): DiskSpace {
  let use: DiskUse | null = null
  let wasLow = false

  async function look(): Promise<void> {
    use = await read()
    if (isLow() === wasLow) return
    wasLow = !wasLow
    const { freeBytes } = use
    if (wasLow) {
      log.error(
        { freeBytes },
        'The disk of DATA_DIR is nearly full: changes and recorders are refused',
      )
    } else log.warn({ freeBytes }, 'The disk of DATA_DIR has room again')
  }

  function isBelow(share: number): boolean {
    if (use === null) return false
    const reserve = Math.min(RESERVE_BYTES, use.sizeBytes * RESERVE_SHARE)
    return use.freeBytes < reserve * share
  }

  function isLow(): boolean {
    return isBelow(1)
  }

  // All workers have the same disk.
  const common = { aggregator: 'min' as const, registers: [registry] }
  const free: Gauge = new Gauge({
    name: 'pitboard_data_folder_free_bytes',
    help: 'What is free on the disk of DATA_DIR',
    ...common,
    collect() {
      if (use !== null) free.set(use.freeBytes)
    },
  })
  const size: Gauge = new Gauge({
    name: 'pitboard_data_folder_size_bytes',
    help: 'The size of the disk of DATA_DIR',
    ...common,
    collect() {
      if (use !== null) size.set(use.sizeBytes)
    },
  })

  return {
    isLow,
    isFull: () => isBelow(0.5),
    use: () => use,
    look,
    watch: createPeriodicJob(look, {
      everyMs,
      log,
      failure: 'The free space of DATA_DIR could not be read',
    }),
  }
}
