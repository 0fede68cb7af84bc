import { type Language, LANGUAGES } from '../../messages/catalogue.ts'
import { chooseLanguage } from '../../messages/language.ts'
import { useLanguage, useText } from '../../messages/use-text.ts'

export const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

export function LanguageSwitch() {
  const text = useText()
  const language = useLanguage()
  return (
    <fieldset className="-mx-2.5 flex gap-1">
      <legend className="sr-only">{text('shell.language')}</legend>
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
