import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'
import { buttonLook, type ButtonLook } from '../../ui/button-look.ts'
import { Icon } from '../../ui/icon.tsx'
import { useVisitorPlatform } from './use-visitor-platform.ts'

const THEN_INFO_MS = 1000

/** Starts the download of the visitor's recorder and a second later tells what comes next. */
export function DownloadButton({ look = 'primary' }: { readonly look?: ButtonLook }) {
  const text = useText()
  const navigate = useNavigate()
  const { platform } = useVisitorPlatform()
  return (
    <a
      href={`/download/${platform}`}
      download
      onClick={() => setTimeout(() => void navigate({ to: '/downloadInfo' }), THEN_INFO_MS)}
      className={buttonLook(look, 'normal')}
    >
      <Icon name="download" />
      {text('shell.getRecorder')}
    </a>
  )
}
