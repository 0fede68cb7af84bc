import { once } from 'node:events'
import type { AppArguments } from '../arguments.ts'
import { VERSION } from '../version.ts'
import { configFolder, openSettings } from './settings.ts'
import { createRecordingControl } from './recording-control.ts'
import { servePage } from './page-server.ts'
import { announceApp, findRunningApp, pageAddress } from './running-app.ts'
import { createDevicePairing } from './device-pairing.ts'
import { findKnownServer } from './known-server.ts'
import { startPortProbe } from './port-probe.ts'
import { startReporting } from './report-status.ts'
import { createView } from './view.ts'
import { spawn } from 'node:child_process'

/** The recorder with its page. Once paired it records without a click, until it is interrupted or quit. */
export async function runApp(
  { openBrowser: opensBrowser, listenPort }: AppArguments,
  print: (text: string) => void,
  interrupted: AbortSignal,
): Promise<number> {
  const folder = configFolder()
  const running = await findRunningApp(folder)
  if (running !== null) return openOther(running)

  const quitting = new AbortController()
  const settings = openSettings(folder, print)
  if (listenPort !== null) settings.changeSettings({ listenPort })
  const control = createRecordingControl(settings, print)
  const knownServer = findKnownServer()
  const devicePairing = createDevicePairing({
    print,
    onCode: (address) => opensBrowser && openBrowser(address),
    onPaired(target) {
      settings.changeSettings({ target })
      void control.restart().then(control.start)
    },
  })
  const page = await servePage({
    control,
    settings,
    devicePairing,
    view: () =>
      createView({
        control,
        settings: settings.current,
        devicePairing: devicePairing.view,
        knownServer,
      }),
    quit: () => quitting.abort(),
  })
  const withdraw = await announceApp(folder, page)
  if (withdraw === null) {
    page.close()
    const first = await findRunningApp(folder)
    return first === null ? 1 : openOther(first)
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
    // The page for the code opens instead, so that the first start needs one click there.
    if (!isPaired && knownServer !== null) devicePairing.start(knownServer)
    else if (opensBrowser) openBrowser(pageAddress(page))
    const ending = AbortSignal.any([interrupted, quitting.signal])
    if (!ending.aborted) await once(ending, 'abort')
    await control.stop()
    return 0
  } finally {
    devicePairing.cancel()
    stopReporting()
    probe.stop()
    withdraw()
    page.close()
  }

  function openOther(address: string): number {
    print(`The recorder is running already: ${address}`)
    if (opensBrowser) openBrowser(address)
    return 0
  }
}

/** Opens the default browser. Without a browser nothing happens: the address is printed too. */
function openBrowser(address: string): void {
  const [command, ...args] = commandFor(address)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

function commandFor(address: string): readonly [string, ...string[]] {
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  if (process.platform === 'darwin') return ['open', address]
  return ['xdg-open', address]
}
