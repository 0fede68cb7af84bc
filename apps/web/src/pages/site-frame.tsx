import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useNotice } from '../auth/notice.ts'
import { useAccountState } from '../auth/account.ts'
import { signOut } from '../auth/sign-out.ts'
import { storedUserId } from '../auth/stored-session.ts'
import { DownloadButton } from '../features/downloads/download-button.tsx'
import { useSite } from '../features/site/site-query.ts'
import { useNewerRelease } from '../release/newer-release.ts'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { lazyDialog } from '../ui/dialogs/dialog.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { LanguageNotice } from '../ui/shell/language-switch.tsx'
import { PageFrame } from '../ui/shell/page-frame.tsx'
import { ReleaseNotice } from '../ui/shell/release-notice.tsx'
import { TopBar } from '../ui/shell/top-bar.tsx'

const NoticeBanner = lazyPart(
  async () => (await import('../features/account/notice-banner.tsx')).NoticeBanner,
  { texts: ['account'], fallback: null },
)

const Palette = lazyDialog(async () => (await import('../features/search/palette.tsx')).Palette, {
  texts: ['palette', 'search'],
})

export function SiteFrame({ children }: { readonly children: ReactNode }) {
  const site = useSite()
  const notice = useNotice()
  const isOutdated = useNewerRelease()
  const navigate = useNavigate()
  const router = useRouter()
  const userId = useShownUserId()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useShortcuts({ 'Mod+k': () => setPaletteOpen(true) })
  async function logOut() {
    await navigate({ to: '/' })
    // A user who stays because of unsaved work stays signed in.
    if (router.state.location.pathname === '/') await signOut()
  }
  return (
    <PageFrame
      version={site?.version ?? null}
      topBar={
        <TopBar
          userId={userId}
          onLogout={() => void logOut()}
          communityChatUrl={site?.communityChatUrl ?? null}
          download={<DownloadButton look="plain" />}
        />
      }
    >
      <LanguageNotice />
      {isOutdated && <ReleaseNotice />}
      {notice && <NoticeBanner notice={notice} />}
      {children}
      {isPaletteOpen && <Palette userId={userId} onClose={() => setPaletteOpen(false)} />}
    </PageFrame>
  )
}

/** Returns the stored account while the real one is loading, so that the bar seldom changes. */
function useShownUserId(): string | null {
  const state = useAccountState()
  if (state.kind === 'loading') return storedUserId()
  return state.kind === 'signedIn' ? state.session.userId : null
}
