interface TrackIconProps {
  readonly trackId: number
  /** If it is true, the icon is the picture of a page's head. */
  readonly large?: boolean
}

/**
 * Shows the outline of a track, smaller where its list is narrow. One cached picture serves every list; the track's
 * name stands beside it.
 */
export function TrackIcon({ trackId, large = false }: TrackIconProps) {
  return (
    <span
      aria-hidden="true"
      style={{ maskImage: `url(/api/Tracks/${trackId}/outline.svg)` }}
      className={`block shrink-0 bg-muted mask-contain mask-center mask-no-repeat forced-color-adjust-none print:hidden ${large ? 'h-28 w-44' : 'h-9 w-10 @md:w-14'}`}
    />
  )
}
