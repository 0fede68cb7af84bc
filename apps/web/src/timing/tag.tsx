import type { ReactNode } from 'react'

const TONES = {
  plain: 'border-line-strong text-muted',
  pit: 'border-in-pit bg-in-pit text-page',
  outLap: 'border-out-lap text-out-lap',
  bad: 'border-invalid text-invalid',
  finished: 'border-text text-text',
} as const

export type TagTone = keyof typeof TONES

/** A short word in a box, for what a car is doing. */
export function Tag({
  tone,
  title,
  children,
}: {
  tone: TagTone
  title: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={`timing inline-block rounded-s border px-1 text-[0.8125rem] leading-[1.1rem] font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
