import { useState } from 'react'

const SIZES = {
  small: 'size-7 text-micro',
  normal: 'size-10',
  large: 'size-20 text-figure',
} as const

interface AvatarProps {
  readonly name: string
  readonly src: string | null
  readonly size?: keyof typeof SIZES
}

/** Shows a user's picture, or their initials without one. The name stands beside it. */
export function Avatar({ name, src, size = 'normal' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={`timing inline-grid shrink-0 place-items-center overflow-hidden rounded-full border border-line-strong bg-raised font-semibold text-muted ${SIZES[size]}`}
    >
      {src !== null && src !== broken ? (
        <img src={src} alt="" onError={() => setBroken(src)} className="size-full object-cover" />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

/** Returns the initials of the first and the last word; code points are used, so that no letter is cut in half. */
export function initialsOf(name: string): string {
  const [first = '?', ...others] = Array.from(
    name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu),
    ([letter]) => letter,
  )
  return [first, ...others.slice(-1)].join('').toUpperCase()
}
