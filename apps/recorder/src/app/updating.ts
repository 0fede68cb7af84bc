import { rmSync } from 'node:fs'
import type { RecorderUpdate } from '@pitboard/contract/ingest/recorder-update'
import { errorText, Failure } from '../failure.ts'
import { downloadUpdate } from '../update/download-update.ts'
import type { Installation } from '../update/installed-program.ts'
import { findUpdate } from '../update/offered-update.ts'
import { checkReplaceable, namesBeside, tryProgram } from '../update/replace-program.ts'
import { VERSION } from '../version.ts'
import type { SettingsFile } from './settings.ts'

const CHECK_EVERY_MS = 6 * 60 * 60_000

export interface UpdateProblem {
  readonly text: string
  readonly remedy: string
}

export type UpdateView =
  | { readonly state: 'none' }
  /** It was paired when servers had no key for updates. */
  | { readonly state: 'unpinned' }
  | { readonly state: 'offered'; readonly version: string; readonly isDriving: boolean }
  /** The user replaces the archive. */
  | { readonly state: 'byHand'; readonly version: string; readonly address: string }
  | { readonly state: 'downloading'; readonly version: string; readonly percent: number }

export interface Updating {
  readonly view: UpdateView
  /** It says why the last update was refused or failed. */
  readonly problem: UpdateProblem | null
  /** Looks for a newer version at once, and every few hours afterwards. */
  check(): void
  /**
   * Downloads the offered version and tries it; then `onReady` is called. The user has asked for it. Throws a `Failure`
   * while a race is driven, and where it fails: then nothing has changed.
   */
  install(): Promise<void>
  stop(): void
}

interface UpdatingParts {
  readonly settings: SettingsFile
  readonly installation: Installation
  /** A race is being received. */
  isDriving(): boolean
  /** The next program lies beside the present one. */
  onReady(version: string): void
  print(text: string): void
  /** This went wrong before this start. */
  readonly problem: UpdateProblem | null
}

export function createUpdating(parts: UpdatingParts): Updating {
  const { settings, installation, isDriving, onReady, print } = parts
  const stopping = new AbortController()
  let { problem } = parts
  let offered: RecorderUpdate | null = null
  let received: number | null = null
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const { target, updateKey } = settings.current
    offered = null
    if (installation.kind === 'sources' || target === null || updateKey === null) return
    const platform = installation.kind === 'program' ? installation.platform : 'portable'
    const { server } = target
    try {
      const update = await findUpdate({ server, updateKey, platform, present: VERSION })
      // The recorder was paired with another server meanwhile.
      if (settings.current.updateKey !== updateKey) return
      offered = update
      if (update !== null) print(`Version ${update.version} of the recorder is available`)
    } catch (error) {
      // A server that is away is asked again later.
      if (error instanceof Failure) problem = describeProblem(error)
    }
  }

  async function install(): Promise<void> {
    const { target } = settings.current
    if (offered === null || target === null || installation.kind !== 'program') return
    if (received !== null) return
    refuseInRace()
    const update = offered
    const { path } = installation
    const { next } = namesBeside(path)
    received = 0
    problem = null
    try {
      checkReplaceable(path)
      await downloadUpdate({
        server: target.server,
        update,
        path: next,
        cancelled: stopping.signal,
        onProgress: (bytes) => (received = bytes),
      })
      await tryProgram(next, update.version)
      // One may have begun meanwhile.
      refuseInRace()
      onReady(update.version)
    } catch (error) {
      rmSync(next, { force: true })
      problem = describeProblem(error)
      throw error
    } finally {
      received = null
    }
  }

  function refuseInRace(): void {
    if (!isDriving()) return
    throw new Failure('A race is being driven', 'Update the recorder after it.')
  }

  return {
    get view(): UpdateView {
      const { target, updateKey } = settings.current
      if (installation.kind === 'sources' || target === null) return { state: 'none' }
      if (updateKey === null) return { state: 'unpinned' }
      if (offered === null) return { state: 'none' }
      const { version, bytes } = offered
      if (installation.kind === 'archive') {
        return { state: 'byHand', version, address: `${target.server}/download/portable` }
      }
      if (received === null) return { state: 'offered', version, isDriving: isDriving() }
      return { state: 'downloading', version, percent: Math.floor((received / bytes) * 100) }
    },
    get problem() {
      return problem
    },
    check() {
      clearInterval(timer)
      void look()
      timer = setInterval(() => void look(), CHECK_EVERY_MS)
      timer.unref()
    },
    install,
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

function describeProblem(error: unknown): UpdateProblem {
  const remedy =
    error instanceof Failure ? error.remedy : 'Nothing was changed. Try it again later.'
  return { text: errorText(error), remedy }
}
