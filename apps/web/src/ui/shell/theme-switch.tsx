import { useText } from '../../messages/use-text.ts'
import { type Theme, THEMES } from '../styles/apply-theme.ts'
import { chooseTheme, useTheme } from '../styles/theme.ts'
import { FooterChoice } from './footer-choice.tsx'

const NAMES = {
  auto: 'shell.themeAuto',
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
} as const satisfies Record<Theme, string>

export function ThemeSwitch() {
  const t = useText()
  const theme = useTheme()
  return (
    <FooterChoice
      label={t('shell.theme')}
      choices={THEMES.map((choice) => ({ value: choice, label: t(NAMES[choice]) }))}
      value={theme}
      onChange={chooseTheme}
    />
  )
}
