import {
  type Download,
  type DownloadPlatform,
  downloads,
  type Downloads,
} from '@pitboard/contract/site/downloads'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { buttonClass, type ButtonVariant } from '../../ui/buttons/button-variants.ts'
import { Icon } from '../../ui/icon.tsx'
import { useVisitorPlatform } from './use-visitor-platform.ts'
import { call } from '../../api/call.ts'

/** Fetches the recorder's files that this server offers. */
export const recorderFiles = queryOptions({
  queryKey: ['downloads'],
  queryFn: ({ signal }) => call(downloads.list, { signal }),
  staleTime: 60_000,
})

/** Returns what `/download/{platform}` answers with: the platform's program, or else the portable archive. */
export function offeredFile(
  { platforms }: Downloads,
  platform: DownloadPlatform,
): Download | undefined {
  return (
    platforms.find((download) => download.platform === platform) ??
    platforms.find((download) => download.platform === 'portable')
  )
}

const THEN_INFO_MS = 1000

/**
 * Downloads the visitor's recorder and says which file that is. A second later it leads to the next
 * steps; where the server offers no file, it leads there at once.
 */
export function DownloadButton({ look = 'primary' }: { readonly look?: ButtonVariant }) {
  const { platform } = useVisitorPlatform()
  const { data } = useQuery(recorderFiles)
  const openInfoLater = useDelayedInfo()
  const file = data && offeredFile(data, platform)
  const labels = useLabels(file)
  const label = <Label labels={labels} isInBar={look === 'plain'} />
  const props = { className: buttonClass(look, 'normal'), 'aria-label': labels.shown }
  if (data && !file) {
    return (
      <Link to="/downloadInfo" {...props}>
        {label}
      </Link>
    )
  }
  return (
    <a href={`/download/${platform}`} download onClick={openInfoLater} {...props}>
      {label}
    </a>
  )
}

interface Labels {
  readonly shown: string
  /** All of these could be shown. */
  readonly possible: readonly string[]
}

function useLabels(file: Download | undefined): Labels {
  const t = useText()
  const unknown = t('shell.getRecorder')
  const program = t('shell.getRecorderProgram', { system: systemOf(file) })
  const archive = t('shell.getRecorderArchive')
  const byKind = { program, archive }
  return { shown: file ? byKind[file.kind] : unknown, possible: [unknown, program, archive] }
}

interface LabelProps {
  readonly labels: Labels
  /** Where the top bar is narrow, one word has to do. */
  readonly isInBar: boolean
}

/** All labels lie on top of each other, so that the button's width does not depend on the answer. */
function Label({ labels, isInBar }: LabelProps) {
  const t = useText()
  return (
    <>
      <Icon name="download" />
      {isInBar && <span className="hidden wide:inline xl:hidden">{t('shell.recorder')}</span>}
      <span className={isInBar ? 'grid wide:hidden xl:grid' : 'grid'}>
        {labels.possible.map((label) => (
          <span
            key={label}
            className={`col-start-1 row-start-1 ${label === labels.shown ? '' : 'invisible'}`}
          >
            {label}
          </span>
        ))}
      </span>
    </>
  )
}

function systemOf(file: Download | undefined): string {
  if (file?.platform.startsWith('linux')) return 'Linux'
  return file?.platform.startsWith('macos') ? 'macOS' : 'Windows'
}

/** Opens the next steps after a second, unless the visitor has left the page by then. */
function useDelayedInfo(): () => void {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    const { pathname } = location
    timer.current = setTimeout(() => {
      // The button in the top bar outlives the page that it was pressed on.
      if (location.pathname === pathname) void navigate({ to: '/downloadInfo' })
    }, THEN_INFO_MS)
  }
}
