import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClass, type ButtonVariant, type ButtonSize } from './button-variants.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: ButtonVariant
  readonly size?: ButtonSize
  /** Retains its size and focus, and does nothing until its action has ended. */
  readonly loading?: boolean
}

export function Button({
  look = 'secondary',
  size = 'normal',
  loading = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={loading}
      aria-disabled={loading || undefined}
      onClick={press}
      className={buttonClass(look, size)}
    >
      <span className={`contents ${loading ? '*:opacity-0' : ''}`}>
        <span className="inline-flex items-center gap-2">{children}</span>
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}

/** Something is under way; the part around it says what. */
function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="spinner inline-block size-[1.125em] rounded-full border-2 border-current border-r-transparent"
    />
  )
}

interface TextButtonProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Stands inside a text. */
export function TextButton({ onClick, children }: TextButtonProps) {
  return (
    <button type="button" onClick={onClick} className="text-link coarse:py-2.5">
      {children}
    </button>
  )
}
