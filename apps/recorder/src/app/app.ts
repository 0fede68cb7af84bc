import { once } from 'node:events'
import type { AppArguments } from '../arguments.ts'
import { VERSION } from '../version.ts'
import { configFolder } from './config-folder.ts'
import { createDesk } from './recording-control.ts'
import { openBrowser } from './open-browser.ts'
import { servePage } from './page-server.ts'
import { announceApp, findRunningApp, pageAddress } from './running-app.ts'
import { openSettings } from './settings.ts'
import { viewOf } from './view.ts'

/** The recorder with its page: records by itself once paired, until it is interrupted or told to quit. */
export async function runApp(
  { opensBrowser }: AppArguments,
  print: (text: string) => void,
  interrupted: AbortSignal,
): Promise<number> {
  const folder = configFolder()
  const running = await findRunningApp(folder)
  if (running !== null) return openOther(running)

  const quitting = new AbortController()
  const settings = openSettings(folder, print)
  const desk = createDesk(settings, print)
  const page = await servePage({
    desk,
    settings,
    view: () => viewOf(desk, settings.current),
    quit: () => quitting.abort(),
  })
  const withdraw = await announceApp(folder, page)
  if (withdraw === null) {
    page.close()
    const first = await findRunningApp(folder)
    return first === null ? 1 : openOther(first)
  }
  try {
    print(`Pitboard recorder ${VERSION}: ${pageAddress(page)}`)
    print('It runs as long as this window is open; Ctrl-C ends it.')
    if (settings.current.target !== null) desk.start()
    if (opensBrowser) openBrowser(pageAddress(page))
    const ending = AbortSignal.any([interrupted, quitting.signal])
    if (!ending.aborted) await once(ending, 'abort')
    await desk.stop()
    return 0
  } finally {
    withdraw()
    page.close()
  }

  function openOther(address: string): number {
    print(`The recorder is running already: ${address}`)
    if (opensBrowser) openBrowser(address)
    return 0
  }
}
