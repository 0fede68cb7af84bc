import { useText } from '../../messages/use-text.ts'

/** Against the table before the last event. */
export function PlacesGained({ places }: { readonly places: number | null }) {
  const text = useText()
  if (places === null || places === 0) return null
  const number = Math.abs(places)
  return (
    <span className={places > 0 ? 'text-good' : 'text-bad'}>
      <span aria-hidden="true">
        {places > 0 ? '▲' : '▼'}
        {number}
      </span>
      <span className="sr-only">
        {text(places > 0 ? 'season.gainedPlaces' : 'season.lostPlaces', { count: number })}
      </span>
    </span>
  )
}
