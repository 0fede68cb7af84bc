import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonVariant, type ButtonSize } from './button-variants.ts'

type AnchorProps = Omit<ComponentProps<'a'>, 'className'>

function TextAnchor({ children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className="text-link coarse:py-2.5">
      {children}
    </a>
  )
}

interface ButtonAnchorProps extends AnchorProps {
  readonly look?: ButtonVariant
  readonly size?: ButtonSize
}

function ButtonAnchor({
  look = 'secondary',
  size = 'normal',
  children,
  ...rest
}: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass(look, size)}>
      {children}
    </a>
  )
}

function CardAnchor({ children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      className="group flex h-full flex-col rounded-l border border-line bg-panel p-4 transition-colors hover:border-faint"
    >
      {children}
    </a>
  )
}

function RowAnchor({ children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      className="flex min-h-14 items-center gap-x-4 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-raised"
    >
      {children}
    </a>
  )
}

function TabAnchor({ children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      className="timing control flex items-center border-b-2 border-line px-3 text-timing whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-text aria-[current=page]:border-text aria-[current=page]:font-semibold aria-[current=page]:text-text"
    >
      {children}
    </a>
  )
}

function PresetAnchor({ children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      className="timing control flex items-center rounded-m px-2 text-timing text-muted -outline-offset-2 transition-colors hover:text-text aria-current:font-semibold aria-current:text-text aria-current:underline aria-current:decoration-2 aria-current:underline-offset-6"
    >
      {children}
    </a>
  )
}

/** The link stands inside a text. */
export const TextLink = createLink(TextAnchor)
/** The link is the thing to do next. */
export const ButtonLink = createLink(ButtonAnchor)
/** The card leads somewhere as a whole. */
export const CardLink = createLink(CardAnchor)
/** The line of a list leads somewhere as a whole. */
export const RowLink = createLink(RowAnchor)
/** The link leads to one of a few ways to show the same page. */
export const PresetLink = createLink(PresetAnchor)
/** The link leads to one of a row of pages that belong together. */
export const TabLink = createLink(TabAnchor)

interface OutsideLinkProps {
  readonly href: string
  /** A link without a look stands inside a text. */
  readonly look?: ButtonVariant
  readonly children: ReactNode
}

/** Leaves the app: the link leads to another site, a mail address or a file of the server. */
export function OutsideLink({ href, look, children }: OutsideLinkProps) {
  return (
    <a href={href} rel="noreferrer" className={look ? buttonClass(look, 'normal') : 'text-link'}>
      {children}
    </a>
  )
}
