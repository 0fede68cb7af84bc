import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../buttons/button.tsx'

/** Offers to load the new release; a form with unsaved text makes the browser ask first. */
export function ReleaseNotice() {
  const t = useText()
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-m border border-line-strong bg-panel py-2 pr-2 pl-4"
    >
      <p>{t('shell.newRelease')}</p>
      <div className="flex gap-2">
        <Button size="small" onClick={() => location.reload()}>
          {t('ui.reloadPage')}
        </Button>
        <Button look="quiet" size="small" onClick={() => setClosed(true)}>
          {t('ui.close')}
        </Button>
      </div>
    </div>
  )
}
