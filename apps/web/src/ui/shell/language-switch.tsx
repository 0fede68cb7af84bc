import { type Language, LANGUAGES } from '@pitboard/contract/words/languages'
import { chooseLanguage } from '../../messages/language.ts'
import { useLanguage, useMissingLanguage, useText } from '../../messages/use-text.ts'
import { useEffect } from 'react'
import { TryAgain } from '../states/try-again.tsx'

const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

export function LanguageSwitch() {
  const t = useText()
  const language = useLanguage()
  return (
    <fieldset className="-mx-2.5 flex gap-1">
      <legend className="sr-only">{t('shell.language')}</legend>
      {LANGUAGES.map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice}
          aria-pressed={choice === language}
          onClick={() => void chooseLanguage(choice)}
          className="min-h-11 rounded-m px-2.5 text-muted hover:bg-raised hover:text-text aria-pressed:text-text aria-pressed:underline aria-pressed:underline-offset-4"
        >
          {OWN_NAMES[choice]}
        </button>
      ))}
    </fieldset>
  )
}

/** Says that the wanted language could not be fetched; fetches it again when the network is back. */
export function LanguageNotice() {
  const t = useText()
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
      <p>{t('shell.languageMissing', { language: OWN_NAMES[missing] })}</p>
      <div className="flex flex-wrap gap-2">
        <TryAgain size="small" retry={() => chooseLanguage(missing)} />
      </div>
    </div>
  )
}
