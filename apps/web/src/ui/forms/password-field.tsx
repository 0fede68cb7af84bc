import { type ReactNode, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Field } from './field.tsx'
import { Icon } from '../icon.tsx'
import { Input } from './input.tsx'

interface PasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** Hidden until its reader asks to see it. */
export function PasswordField({ name, label, hint, error, ...rest }: PasswordFieldProps) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  return (
    <Field name={name} label={label} hint={hint} error={error ?? null}>
      <div className="relative [&_input]:pr-12">
        <Input
          {...rest}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <button
          type="button"
          aria-label={text('ui.showPassword')}
          aria-pressed={isShown}
          title={text('ui.showPassword')}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-m text-muted hover:text-text aria-pressed:text-secondary"
        >
          <Icon name="eye" />
        </button>
      </div>
    </Field>
  )
}
