interface TrackIconProps {
  readonly trackId: number
  readonly size?: 'normal' | 'large'
}

const SIZES = { normal: 'h-9 w-14', large: 'h-12 w-19' } as const

/**
 * The outline of a track in the colour of the text around it. One cached picture serves every list; the track's name stands
 * beside it.
 */
export function TrackIcon({ trackId, size = 'normal' }: TrackIconProps) {
  return (
    <span
      aria-hidden="true"
      style={{ maskImage: `url(/api/Tracks/${trackId}/outline.svg)` }}
      className={`block shrink-0 bg-current mask-contain mask-center mask-no-repeat forced-color-adjust-none print:hidden ${SIZES[size]}`}
    />
  )
}
