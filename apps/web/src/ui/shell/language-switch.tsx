import { type Language, LANGUAGES } from '@pitboard/contract/words/languages'
import { chooseLanguage } from '../../messages/language.ts'
import { useLanguage, useMissingLanguage, useText } from '../../messages/use-text.ts'
import { useEffect } from 'react'
import { FooterChoice } from './footer-choice.tsx'
import { TryAgain } from '../states/try-again.tsx'

const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

export function LanguageSwitch() {
  const t = useText()
  const language = useLanguage()
  return (
    <FooterChoice
      label={t('shell.language')}
      choices={LANGUAGES.map((choice) => ({
        value: choice,
        label: OWN_NAMES[choice],
        lang: choice,
      }))}
      value={language}
      onChange={(choice) => void chooseLanguage(choice)}
    />
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
