import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

function TitleAnchor({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a
      {...rest}
      className="timing min-w-0 text-subhead wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-text coarse:py-1.5"
    >
      {children}
    </a>
  )
}

/** Names a line of a list, where the line has more to press. */
export const TitleLink = createLink(TitleAnchor)
