import { encodeStrayPercents } from '@pitboard/contract/wire/stray-percents'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { consumeAuthCallback } from './auth/begin.ts'
import { onAccountChange, getAccountState, type AccountState } from './auth/account.ts'
import { onLanguageChange } from './messages/language.ts'
import { queryClient } from './state/query-client.ts'
import { createRouter } from './router.tsx'
import { watchForNewerRelease } from './release/newer-release.ts'

/** What the server says of the page it was asked for, ahead of the title that the page sets. */
const TAGS =
  'title, meta[name="description"], meta[name="robots"], link[rel="canonical"], meta[property^="og:"], meta[name^="twitter:"]'

interface ServedHead {
  /** Takes it away once the reader is elsewhere or reads in another language. */
  keepFor(path: string, language: string): void
}

/** Reads the head that the server sent; it must be called before the app sets its own language. */
function readServedHead(): ServedHead {
  const tags = document.head.querySelectorAll(TAGS)
  const servedPath = location.pathname
  const servedLanguage = document.documentElement.lang
  return {
    keepFor(path, language) {
      if (path === servedPath && language === servedLanguage) return
      for (const tag of tags) tag.remove()
    },
  }
}

const readable = encodeStrayPercents(location.pathname)
if (readable !== location.pathname) {
  history.replaceState(history.state, '', readable + location.search + location.hash)
}

consumeAuthCallback()
watchForNewerRelease()
const router = createRouter()

/** Returns what the gates of the routes ask about; a renewed token changes none of it. */
function gateKey(state: AccountState): string {
  if (state.kind !== 'signedIn') return state.kind
  return `${state.session.userId} ${state.session.username === ''}`
}

let passed = gateKey(getAccountState())
onAccountChange(() => {
  const state = getAccountState()
  if (state.kind === 'loading' || gateKey(state) === passed) return
  passed = gateKey(state)
  void router.invalidate()
})

const servedHead = readServedHead()
const keepServedHead = () => servedHead.keepFor(location.pathname, document.documentElement.lang)
router.subscribe('onResolved', keepServedHead)
onLanguageChange(keepServedHead)

// A reader who can't see the new page is taken to it, and tabs on from its beginning.
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation)
    document.getElementById('content')?.focus({ preventScroll: true })
})

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
