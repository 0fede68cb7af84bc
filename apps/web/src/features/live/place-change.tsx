interface PlaceChangeProps {
  /** Negative: lost. */
  readonly places: number
}

/** An arrow and a number; nothing where the place is the same. */
export function PlaceChange({ places }: PlaceChangeProps) {
  if (places === 0) return null
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
