import type { ReactNode } from 'react'

interface TextButtonProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button inside a text. */
export function TextButton({ onClick, children }: TextButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="text-primary underline underline-offset-3 hover:decoration-2 coarse:py-2.5"
    >
      {children}
    </button>
  )
}
