import type { ReactNode } from 'react'

interface CardProps {
  readonly children: ReactNode
  readonly as?: 'div' | 'section' | 'article' | 'figure' | 'ul' | 'ol'
  /** Names the section it is, where no heading inside does. */
  readonly label?: string
  /** A frame has no padding: for tables, lists and pictures. */
  readonly frame?: boolean
  /** Lies above its surroundings. */
  readonly raised?: boolean
  /** The card is a column that fills its place: one of its children scrolls. */
  readonly fill?: boolean
}

/** Puts what belongs together on a surface of its own. */
export function Card({
  children,
  as: Tag = 'div',
  label,
  frame = false,
  raised = false,
  fill = false,
}: CardProps) {
  return (
    <Tag
      aria-label={label}
      className={`relative min-w-0 rounded-l border ${frame ? 'overflow-hidden' : 'p-4'} ${fill ? 'flex h-full flex-col' : ''} ${raised ? 'border-line-strong bg-raised shadow-raised' : 'border-line bg-panel'}`}
    >
      {children}
    </Tag>
  )
}

/** What is larger than its place scrolls inside it, and the keyboard can reach it to scroll. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it, Safari's keyboard users cannot scroll
    <section aria-label={label} tabIndex={0} className={`relative overflow-auto ${className}`}>
      {children}
    </section>
  )
}
