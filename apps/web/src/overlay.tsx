import '@fontsource/barlow-condensed/latin-500.css'
import '@fontsource/barlow-condensed/latin-600.css'
import '@fontsource/barlow/latin-400.css'
import './ui/styles/latin-ext.css'
import './ui/styles/frameless.css'
import './ui/styles/light-theme.css'
import type { PAGES } from '@pitboard/contract/site/pages'
import { isUuid } from '@pitboard/contract/wire/uuid'
import { createRoot } from 'react-dom/client'
import { loadNamespace, startLanguage } from './messages/language.ts'
import { chosenDrivers } from './timing/chosen-drivers.ts'
import { Overlay } from './pages/overlay/overlay.tsx'
import { readOverlayOptions, SAMPLE } from './pages/overlay/overlay-options.ts'

const TEXTS: (typeof PAGES)['/live/$sessionId/overlay']['texts'] = [
  'live',
  'screen',
  'feed',
  'penalties',
  'overlay',
  'season',
]
const RETRY_MS = 5000

/** Returns the address of the socket; null for an address without a session. */
function findSocketPath(): string | null {
  const [, kind, id = ''] = /^\/(live|liveUser)\/([^/]+)\/overlay\/?$/.exec(location.pathname) ?? []
  if (!isUuid(id)) return null
  return `/api/LiveSession/ws/${kind === 'liveUser' ? 'user/' : ''}${id}`
}

async function start(): Promise<void> {
  const options = readOverlayOptions(new URLSearchParams(location.search), location.hash)
  chosenDrivers.set(options.marked)
  try {
    await startLanguage(options.language)
    await Promise.all(TEXTS.map((area) => loadNamespace(area)))
  } catch {
    // A stream has nobody who could try again.
    setTimeout(() => location.reload(), RETRY_MS)
    return
  }
  const path = findSocketPath()
  const root = document.getElementById('root')
  if (!root || path === null) return
  if (new URLSearchParams(location.search).has(SAMPLE)) {
    // Its race is larger than all code of an overlay, and only the page that builds addresses asks for it.
    const { SampleOverlay } = await import('./pages/overlay/sample-overlay.tsx')
    createRoot(root).render(<SampleOverlay options={options} />)
    return
  }
  createRoot(root).render(<Overlay path={path} options={options} />)
}

await start()
