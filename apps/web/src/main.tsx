import '@fontsource/barlow-condensed/latin-500.css'
import '@fontsource/barlow-condensed/latin-600.css'
import '@fontsource/barlow/latin-400.css'
import './ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startLanguage } from './messages/language.ts'
import { painted } from './painted.ts'

// Fetched now and not at the first text that needs them, so that no text changes its width later.
for (const face of document.fonts) void face.load()

await Promise.all([startLanguage(), painted()])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
