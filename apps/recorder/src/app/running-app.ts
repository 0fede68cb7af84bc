import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { errorCode } from '../failure.ts'

const NAME = 'running.json'
const ANSWERS_WITHIN_MS = 2_000

const RunningApp = Type.Object({ port: Type.Integer(), token: Type.String() })
export type RunningApp = Static<typeof RunningApp>

export function pageAddress({ port, token }: RunningApp): string {
  return `http://127.0.0.1:${port}/${token}/`
}

/** Returns the address of this user's recorder that is running already, or null. */
export async function findRunningApp(folder: string): Promise<string | null> {
  const running = read(folder)
  if (running === null) return null
  const address = pageAddress(running)
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    const answer = await fetch(`${address}alive`, { signal, redirect: 'error' })
    return answer.ok && (await answer.text()) === 'pitboard-recorder' ? address : null
  } catch {
    return null
  }
}

/** Says where this one is found, and returns what ends that. Returns null where another one was first. */
export async function announceApp(folder: string, app: RunningApp): Promise<(() => void) | null> {
  const path = join(folder, NAME)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(app), { flag: 'wx', mode: 0o600 })
      return () => {
        if (read(folder)?.token === app.token) rmSync(path, { force: true })
      }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    if ((await findRunningApp(folder)) !== null) return null
    // A recorder that was killed has left it.
    rmSync(path, { force: true })
  }
}

function read(folder: string): RunningApp | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, NAME), 'utf8'))
    return Value.Check(RunningApp, value) ? value : null
  } catch {
    return null
  }
}
