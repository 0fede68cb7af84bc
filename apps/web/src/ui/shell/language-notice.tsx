import { useEffect } from 'react'
import { chooseLanguage } from '../../messages/language.ts'
import { useMissingLanguage, useText } from '../../messages/use-text.ts'
import { Button } from '../button.tsx'
import { OWN_NAMES } from './language-switch.tsx'

/** Says that the wanted language could not be fetched; fetches it again when the network is back. */
export function LanguageNotice() {
  const text = useText()
  const missing = useMissingLanguage()
  useEffect(() => {
    if (missing === null) return
    const retry = () => void chooseLanguage(missing)
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [missing])
  if (missing === null) return null
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-m border border-line-strong bg-panel py-2 pr-2 pl-4"
    >
      <p>{text('shell.languageMissing', { language: OWN_NAMES[missing] })}</p>
      <Button size="small" onClick={() => void chooseLanguage(missing)}>
        {text('ui.tryAgain')}
      </Button>
    </div>
  )
}
