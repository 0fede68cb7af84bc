import type { ReactNode } from 'react'
import { buttonLook, type ButtonLook } from './button-variants.ts'

interface OutsideLinkProps {
  readonly href: string
  /** Without a look it is a link inside a text. */
  readonly look?: ButtonLook
  readonly children: ReactNode
}

/** A link that leaves the app: another site, a mail address or a file of the server. */
export function OutsideLink({ href, look, children }: OutsideLinkProps) {
  return (
    <a
      href={href}
      rel="noreferrer"
      className={
        look
          ? buttonLook(look, 'normal')
          : 'text-primary underline underline-offset-3 hover:decoration-2'
      }
    >
      {children}
    </a>
  )
}
