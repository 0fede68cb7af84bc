interface PlaceChangeProps {
  /** It is negative for places that were lost, and missing where nothing is known of them. */
  readonly places: number | null | undefined
}

/** Shows an arrow and a number; shows nothing where the place is the same. */
export function PlaceChange({ places }: PlaceChangeProps) {
  if (!places) return null
  return (
    <>
      <span aria-hidden="true" className={places > 0 ? 'text-good' : 'text-bad'}>
        {places > 0 ? '▲' : '▼'}
      </span>
      <span className="sr-only">{places > 0 ? '+' : '−'}</span>
      {Math.abs(places)}
    </>
  )
}
