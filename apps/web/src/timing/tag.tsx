import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../ui/badge.tsx'

const TONES = {
  plain: { tone: 'plain', solid: false },
  pit: { tone: 'info', solid: true },
  bad: { tone: 'bad', solid: false },
  finished: { tone: 'strong', solid: false },
} as const satisfies Record<string, { tone: BadgeTone; solid: boolean }>

export type TagTone = keyof typeof TONES

interface TagProps {
  readonly tone: TagTone
  readonly title: string
  readonly children: ReactNode
}

/** Shows a short word in a box, for what a car is doing. */
export function Tag({ tone, title, children }: TagProps) {
  return (
    <Badge {...TONES[tone]} title={title}>
      {children}
    </Badge>
  )
}
