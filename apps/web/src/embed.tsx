import '@fontsource/barlow-condensed/latin-500.css'
import '@fontsource/barlow-condensed/latin-600.css'
import '@fontsource/barlow/latin-400.css'
import './ui/styles/latin-ext.css'
import './ui/styles/frameless.css'
import './ui/styles/light-theme.css'
import './pages/embed/embed.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadNamespace, preferredLanguage, startLanguage } from './messages/language.ts'
import { type EmbedAddress, readEmbedAddress } from './features/sharing/embed-address.ts'
import { EmbedMessage } from './pages/embed/embed-frame.tsx'
import { type EmbedOptions, readEmbedOptions } from './features/sharing/embed-options.ts'
import { applyTheme } from './ui/styles/apply-theme.ts'
import { reportHeight } from './pages/embed/report-height.ts'

const RETRY_MS = 10_000

/** Each is fetched by the embeds that show it. */
async function createContent(address: EmbedAddress, options: EmbedOptions): Promise<ReactNode> {
  switch (address.kind) {
    case 'live':
    case 'liveUser': {
      const [{ LiveEmbed }] = await Promise.all([
        import('./pages/embed/live-embed.tsx'),
        loadNamespace('live'),
        loadNamespace('screen'),
      ])
      return <LiveEmbed address={address} options={options} />
    }
    case 'sessions': {
      const { SessionEmbed } = await import('./pages/embed/session-embed.tsx')
      return <SessionEmbed sessionId={address.id} options={options} />
    }
    case 'calendar': {
      const { CalendarEmbed } = await import('./pages/embed/calendar-embed.tsx')
      return <CalendarEmbed seasonId={address.id} options={options} />
    }
    default: {
      const { StandingsEmbed } = await import('./pages/embed/standings-embed.tsx')
      return <StandingsEmbed seasonId={address.id} table={address.kind} options={options} />
    }
  }
}

async function start(): Promise<void> {
  const options = readEmbedOptions(new URLSearchParams(location.search))
  const address = readEmbedAddress(location.pathname)
  const root = document.getElementById('root')
  if (!root) return
  applyTheme(options.theme)
  reportHeight(root)
  try {
    // What is chosen on the site itself does not matter on another site, and is not read.
    await startLanguage(options.language ?? preferredLanguage(null, navigator.languages))
    await loadNamespace('embed')
    const content = address ? (
      await createContent(address, options)
    ) : (
      <EmbedMessage text="embed.missing" />
    )
    createRoot(root).render(content)
  } catch {
    // Nobody is there to try again.
    setTimeout(() => location.reload(), RETRY_MS)
  }
}

// The call is not awaited, because the modules that it fetches import this one.
void start()
