import { once } from 'node:events'
import type { AppArguments } from '../arguments.ts'
import { VERSION } from '../version.ts'
import { configFolder, openSettings } from './settings.ts'
import { createLoginStart } from './login-start.ts'
import { createRecordingControl } from './recording-control.ts'
import { servePage } from './page-server.ts'
import { announceApp, findRunningApp, pageAddress } from './running-app.ts'
import { createDevicePairing } from './device-pairing.ts'
import { findKnownServer } from './known-server.ts'
import { startPortProbe } from './port-probe.ts'
import { startReporting } from './report-status.ts'
import { createUpdating, type UpdateProblem } from './updating.ts'
import { createView } from './view.ts'
import type { Installation } from '../update/installed-program.ts'
import { replaceProgram, restoreProgram } from '../update/replace-program.ts'
import { runNext } from '../update/run-next.ts'

/**
 * If no telemetry has arrived for this long, no race is being driven, and nothing is lost while the program is
 * replaced.
 */
const QUIET_MS = 120_000

/** The app has this of its process and its computer. */
interface AppSurroundings {
  readonly env: NodeJS.ProcessEnv
  readonly installation: Installation
  readonly interrupted: AbortSignal
  readonly print: (text: string) => void
  readonly openBrowser: (address: string) => void
}

/**
 * Runs the recorder with its page. Once paired it records without a click, until it is interrupted or quit. One that
 * the user updates becomes the next version, and goes on itself where that does not start.
 */
export async function runApp(args: AppArguments, surroundings: AppSurroundings): Promise<number> {
  const { print, interrupted, installation, env } = surroundings
  let problem: UpdateProblem | null = null
  for (;;) {
    const ended = await runOnce({ ...surroundings, args, problem })
    if (ended.nextVersion === null || installation.kind !== 'program') return ended.code
    const code = await runUpdated(installation.path, configFolder(env), args, interrupted)
    if (code !== null) return code
    problem = {
      text: `Version ${ended.nextVersion} did not start`,
      remedy: `Version ${VERSION} goes on.`,
    }
    print(`${problem.text}. ${problem.remedy}`)
  }
}

/** Returns null where the new program does not come up: then the former one is back. */
async function runUpdated(
  path: string,
  folder: string,
  { openBrowser: opensBrowser }: AppArguments,
  interrupted: AbortSignal,
): Promise<number | null> {
  replaceProgram(path)
  const code = await runNext({
    path,
    args: ['app', ...(opensBrowser ? [] : ['--no-browser'])],
    isUp: async () => (await findRunningApp(folder)) !== null,
    interrupted,
  })
  if (code === null) restoreProgram(path)
  return code
}

interface Run extends AppSurroundings {
  readonly args: AppArguments
  /** The update before this one had this problem; null if none. */
  readonly problem: UpdateProblem | null
}

interface Ended {
  readonly code: number
  /** This version takes over; null where the recorder ends. */
  readonly nextVersion: string | null
}

async function runOnce(run: Run): Promise<Ended> {
  const { args, print, interrupted, installation, env, openBrowser, problem } = run
  const { openBrowser: opensBrowser, listenPort } = args
  const folder = configFolder(env)
  const running = await findRunningApp(folder)
  if (running !== null) return openOther(running)

  const quitting = new AbortController()
  let nextVersion: string | null = null
  const settings = openSettings(folder, print)
  if (listenPort !== null) settings.changeSettings({ listenPort })
  const control = createRecordingControl(settings, print)
  const knownServer = findKnownServer(env)
  const devicePairing = createDevicePairing({
    print,
    onCode: (address) => opensBrowser && openBrowser(address),
    onPaired(paired) {
      settings.changeSettings(paired)
      updating.check()
      void control.restart().then(control.start)
    },
  })
  const updating = createUpdating({
    settings,
    installation,
    print,
    problem,
    isDriving: () => (control.status?.game?.quietMs() ?? Infinity) < QUIET_MS,
    onReady(version) {
      nextVersion = version
      quitting.abort()
    },
  })
  const loginStart = createLoginStart({ installation, env })
  const page = await servePage({
    control,
    settings,
    devicePairing,
    updating,
    loginStart,
    view: () =>
      createView({
        control,
        settings: settings.current,
        devicePairing: devicePairing.view,
        knownServer,
        updating,
        loginStart,
      }),
    quit: () => quitting.abort(),
  })
  const withdraw = await announceApp(folder, page)
  if (withdraw === null) {
    page.close()
    const first = await findRunningApp(folder)
    return first === null ? { code: 1, nextVersion } : openOther(first)
  }
  const probe = startPortProbe(
    () => control.status?.game?.recent() === null,
    () => settings.current.listenPort,
  )
  const stopReporting = startReporting(control, settings, probe)
  try {
    print(`Pitboard recorder ${VERSION}: ${pageAddress(page)}`)
    print('It runs as long as this window is open; Ctrl-C ends it.')
    const isPaired = settings.current.target !== null
    if (isPaired) control.start()
    updating.check()
    // The page for the code opens instead, so that the first start needs one click there.
    if (!isPaired && knownServer !== null) devicePairing.start(knownServer)
    else if (opensBrowser) openBrowser(pageAddress(page))
    const ending = AbortSignal.any([interrupted, quitting.signal])
    if (!ending.aborted) await once(ending, 'abort')
    await control.stop()
    return { code: 0, nextVersion: interrupted.aborted ? null : nextVersion }
  } finally {
    devicePairing.cancel()
    updating.stop()
    stopReporting()
    probe.stop()
    withdraw()
    page.close()
  }

  function openOther(address: string): Ended {
    print(`The recorder is running already: ${address}`)
    if (opensBrowser) openBrowser(address)
    return { code: 0, nextVersion: null }
  }
}
