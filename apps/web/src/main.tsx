import '@fontsource/barlow-condensed/latin-500.css'
import '@fontsource/barlow-condensed/latin-600.css'
import '@fontsource/barlow/latin-400.css'
import './ui/styles/latin-ext.css'
import './ui/styles/fallback-fonts.css'
import './ui/styles/site.css'
import './ui/styles/light-theme.css'
import './ui/styles/preview.css'
import './ui/styles/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startLanguage } from './messages/language.ts'
import { startTheme, useShownTheme } from './ui/styles/theme.ts'
import { showNotLoaded } from './startup-error.ts'
import { afterFirstPaint } from './after-first-paint.ts'

// The fonts are fetched now and not at the first text that needs them, so that no text changes its width later. Fonts
// of a range are for letters that few pages have.
for (const face of document.fonts) {
  if (face.unicodeRange === 'U+0-10FFFF') void face.load()
}

startTheme()

function Themed() {
  return <App key={useShownTheme()} />
}

async function start(): Promise<void> {
  try {
    await Promise.all([startLanguage(), afterFirstPaint()])
  } catch {
    showNotLoaded()
    return
  }
  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <Themed />
      </StrictMode>,
    )
  }
}

await start()
