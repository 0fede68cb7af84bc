import type { ReactNode } from 'react'

const TONES = {
  plain: { line: 'border-line-strong text-muted', solid: 'border-raised bg-raised text-text' },
  strong: { line: 'border-text text-text', solid: 'border-text bg-text text-page' },
  live: {
    line: 'border-primary text-primary',
    solid: 'border-primary-fill bg-primary-fill text-white',
  },
  good: { line: 'border-good text-good', solid: 'border-good bg-good text-page' },
  warning: {
    line: 'border-secondary text-secondary',
    solid: 'border-secondary bg-secondary-fill text-ink',
  },
  bad: { line: 'border-bad text-bad', solid: 'border-bad bg-bad text-page' },
  info: { line: 'border-in-pit text-in-pit', solid: 'border-in-pit bg-in-pit text-page' },
} as const

export type BadgeTone = keyof typeof TONES

interface BadgeProps {
  readonly tone?: BadgeTone
  /** The badge is filled where it must be seen first. */
  readonly solid?: boolean
  /** It is the long form of a short word. */
  readonly title?: string
  readonly children: ReactNode
}

/** Shows a short word in a box: a state or a count. */
export function Badge({ tone = 'plain', solid = false, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={`timing inline-flex max-w-full min-w-0 items-center gap-1 rounded-s border px-1 text-micro leading-[1.1rem] font-semibold whitespace-nowrap ${TONES[tone][solid ? 'solid' : 'line']}`}
    >
      {children}
    </span>
  )
}
