import type { Download } from '@pitboard/contract/downloads'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { buttonLook, type ButtonLook } from '../../ui/button-look.ts'
import { Icon } from '../../ui/icon.tsx'
import { offeredFile, recorderFiles } from './download-query.ts'
import { useVisitorPlatform } from './use-visitor-platform.ts'

const THEN_INFO_MS = 1000

/**
 * Downloads the visitor's recorder and says which file that is. A second later it leads to the next
 * steps; where the server offers no file, it leads there at once.
 */
export function DownloadButton({ look = 'primary' }: { readonly look?: ButtonLook }) {
  const { platform } = useVisitorPlatform()
  const { data } = useQuery(recorderFiles)
  const openInfoLater = useDelayedInfo()
  const file = data && offeredFile(data, platform)
  const className = buttonLook(look, 'normal')
  const label = <Label file={file} isInBar={look === 'plain'} />
  if (data && !file) {
    return (
      <Link to="/downloadInfo" className={className}>
        {label}
      </Link>
    )
  }
  return (
    <a href={`/download/${platform}`} download onClick={openInfoLater} className={className}>
      {label}
    </a>
  )
}

interface LabelProps {
  readonly file: Download | undefined
  /** Where the top bar is narrow, one word has to do. */
  readonly isInBar: boolean
}

/** All labels lie on top of each other, so that the button's width does not depend on the answer. */
function Label({ file, isInBar }: LabelProps) {
  const text = useText()
  const shown = file === undefined ? 'get' : file.kind
  const labels = {
    get: text('shell.getRecorder'),
    program: text('shell.getRecorderProgram', { system: systemOf(file) }),
    archive: text('shell.getRecorderArchive'),
  }
  return (
    <>
      <Icon name="download" />
      {isInBar && (
        <span aria-hidden="true" className="hidden wide:inline xl:hidden">
          {text('shell.recorder')}
        </span>
      )}
      <span className={isInBar ? 'grid wide:sr-only xl:not-sr-only xl:grid' : 'grid'}>
        {Object.entries(labels).map(([kind, label]) => (
          <span
            key={kind}
            aria-hidden={kind !== shown}
            className={`col-start-1 row-start-1 ${kind === shown ? '' : 'invisible'}`}
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
