import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { holdSession, useSession } from '../features/account/session.ts'
import { DownloadButton } from '../features/downloads/download-button.tsx'
import { useSite } from '../features/site/site-query.ts'
import { PageFrame } from '../ui/shell/page-frame.tsx'
import { TopBar } from '../ui/shell/top-bar.tsx'

export function SiteFrame({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const site = useSite()
  const navigate = useNavigate()
  function logOut() {
    holdSession(null)
    void navigate({ to: '/' })
  }
  return (
    <PageFrame
      version={site?.version ?? null}
      topBar={
        <TopBar
          userId={session?.userId ?? null}
          onLogout={logOut}
          communityChatUrl={site?.communityChatUrl ?? null}
          download={<DownloadButton />}
        />
      }
    >
      {children}
    </PageFrame>
  )
}
