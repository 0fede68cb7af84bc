/**
 * The outline of a track, smaller where its list is narrow. One cached picture serves every list; the
 * track's name stands beside it.
 */
export function TrackIcon({ trackId }: { readonly trackId: number }) {
  return (
    <span
      aria-hidden="true"
      style={{ maskImage: `url(/api/Tracks/${trackId}/outline.svg)` }}
      className="block h-9 w-10 shrink-0 bg-muted mask-contain mask-center mask-no-repeat forced-color-adjust-none @md:w-14 print:hidden"
    />
  )
}
