import { type ComponentProps, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Icon } from '../icon.tsx'
import { Input } from './input.tsx'

/** Takes a password that the reader can show. */
export function PasswordInput(props: ComponentProps<typeof Input>) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative [&_input]:pr-12">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        aria-label={t('ui.showPassword')}
        aria-pressed={isShown}
        title={t('ui.showPassword')}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-m text-muted hover:text-text aria-pressed:text-text"
      >
        <Icon name="eye" />
      </button>
    </div>
  )
}
