import {
  PairingResult,
  recorderPairings,
  StartedPairing,
} from '@pitboard/contract/accounts/recorder-pairing'
import { ApiException, type Call } from '@pitboard/contract/wire/client'
import { hostname, release, type } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Value } from 'typebox/value'
import { Failure } from '../failure.ts'
import type { Target } from '../stream/lease.ts'
import { createServerClient, describeNoAnswer } from '../stream/proxy.ts'
import { VERSION } from '../version.ts'
import type { Settings } from './settings.ts'

const CALL_TIMEOUT_MS = 10_000
const SYSTEMS = new Map([
  ['Windows_NT', 'Windows'],
  ['Darwin', 'macOS'],
])

/** The user has to confirm the code of a pairing in the browser. */
export interface DevicePairingView {
  readonly server: string
  readonly state: 'starting' | 'waiting' | 'refused' | 'expired' | 'failed'
  readonly userCode: string | null
  /** The user confirms on the page of this address. */
  readonly address: string | null
  /** It says why the pairing failed. */
  readonly reason: string | null
}

export type Paired = Pick<Settings, 'updateKey'> & { readonly target: Target }

interface Events {
  /** A code waits for the user at this address. */
  readonly onCode: (address: string) => void
  readonly onPaired: (paired: Paired) => void
  /** It is over without a key. */
  readonly onEnd?: (view: DevicePairingView) => void
  readonly print: (text: string) => void
}

export interface DevicePairing {
  /** It is null while no pairing was started, and after a successful one. */
  readonly view: DevicePairingView | null
  /** Replaces a pairing that runs. */
  start(server: string): void
  cancel(): void
}

/** Pairs without copying a key: shows a code, and asks the server until the user has decided. */
export function createDevicePairing({
  onCode,
  onPaired,
  onEnd = () => {},
  print,
}: Events): DevicePairing {
  let view: DevicePairingView | null = null
  let running: AbortController | null = null

  function end(server: string, state: DevicePairingView['state'], reason: string | null): void {
    view = { server, state, userCode: null, address: null, reason }
    if (state !== 'starting') onEnd(view)
  }

  async function run(server: string, cancelled: AbortSignal): Promise<void> {
    const call = createServerClient(server)
    end(server, 'starting', null)
    const started = await start(call, cancelled)
    const { userCode, deviceCode, expiresIn } = started
    const address = readPage(server, started)
    view = { server, state: 'waiting', userCode, address, reason: null }
    print(`To pair this recorder, confirm the code ${userCode} at ${address}`)
    onCode(address)
    const expiresAtMs = Date.now() + expiresIn * 1000
    let { interval } = started
    while (Date.now() < expiresAtMs) {
      await wait(interval * 1000, null, { signal: cancelled, ref: false })
      const result = await poll(call, deviceCode, cancelled)
      if (result === null) continue
      interval = result.interval
      if (result.recorder !== null) {
        const { userId: user, userName, key, updateKey = null } = result.recorder
        view = null
        print(`Paired with ${userName ?? user} on ${server}`)
        onPaired({ target: { server, user, key }, updateKey })
        return
      }
      if (result.status === 'refused') return end(server, 'refused', null)
      if (result.status === 'expired') break
    }
    end(server, 'expired', null)
  }

  function cancel(): void {
    running?.abort()
    running = null
    view = null
  }

  return {
    get view() {
      return view
    },
    cancel,
    start(server) {
      cancel()
      const started = new AbortController()
      running = started
      run(server, started.signal).catch((error: unknown) => {
        if (started.signal.aborted) return
        end(server, 'failed', describeFailure(server, error))
        print(`The pairing failed: ${describeFailure(server, error)}`)
      })
    },
  }
}

export function nameSystem(system: string, version: string): string {
  return `${SYSTEMS.get(system) ?? system} ${version}`.slice(0, 60)
}

async function start(call: Call, cancelled: AbortSignal): Promise<StartedPairing> {
  const started = await call(recorderPairings.start, {
    body: {
      computerName: hostname().slice(0, 60) || 'Computer',
      operatingSystem: nameSystem(type(), release()),
      recorderVersion: VERSION.slice(0, 30),
    },
    signal: withTimeout(cancelled),
  })
  return Value.Parse(StartedPairing, started)
}

/** Returns null if the server cannot answer at the moment: the next poll may succeed. */
async function poll(
  call: Call,
  deviceCode: string,
  cancelled: AbortSignal,
): Promise<PairingResult | null> {
  try {
    const signal = withTimeout(cancelled)
    return Value.Parse(
      PairingResult,
      await call(recorderPairings.poll, { body: { deviceCode }, signal }),
    )
  } catch (error) {
    cancelled.throwIfAborted()
    if (error instanceof ApiException && error.status < 500 && error.status !== 429) throw error
    return null
  }
}

function withTimeout(cancelled: AbortSignal): AbortSignal {
  return AbortSignal.any([cancelled, AbortSignal.timeout(CALL_TIMEOUT_MS)])
}

/** What the server names is opened in the browser, so it must be a page of the web. */
function readPage(server: string, { verificationUriComplete, userCode }: StartedPairing): string {
  const isWeb =
    URL.canParse(verificationUriComplete) &&
    /^https?:$/.test(new URL(verificationUriComplete).protocol)
  return isWeb ? new URL(verificationUriComplete).href : `${server}/pair?code=${userCode}`
}

function describeFailure(server: string, error: unknown): string {
  if (error instanceof ApiException) {
    if (error.status === 404 || error.status === 405) {
      return `${server} does not answer as a Pitboard server`
    }
    return `${server} is busy: ${error.result?.detail ?? `status ${error.status}`}`
  }
  if (error instanceof Failure) return `${error.message}. ${error.remedy}`
  return describeNoAnswer(server, error)
}
