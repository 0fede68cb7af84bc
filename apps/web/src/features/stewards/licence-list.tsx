import type { Season } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { DriverLicence } from '@pitboard/contract/stewards/decision'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'

interface LicenceListProps {
  readonly season: Season
  readonly licences: readonly DriverLicence[]
}

/** Licence points and grid penalties per driver; nothing if there are none. */
export function LicenceList({ season, licences }: LicenceListProps) {
  const text = useText()
  if (licences.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-subhead">{text('stewards.licences')}</h3>
      <ItemList
        label={text('stewards.licences')}
        items={licences.map((licence) => ({
          id: licence.name,
          title: (
            <>
              {licence.name}
              {licence.points > 0 && (
                <Badge>{text('stewards.licence', { count: licence.points })}</Badge>
              )}
              {licence.consequence && <Badge tone="warning">{licence.consequence}</Badge>}
            </>
          ),
          detail: licenceDetails(licence, season, text).join(' · '),
        }))}
      />
    </div>
  )
}

function licenceDetails(licence: DriverLicence, { events }: Season, text: Text): string[] {
  const { otherPoints, expiredPoints, nextExpiryAt, gridPenalties } = licence
  const eventOf = (id: string | null) => {
    const event = events.find((one) => one.id === id)
    return event ? event.name.trim() || trackName(event.track) : text('stewards.nextEvent')
  }
  return [
    ...gridPenalties.map(({ places, eventId, isServed, decision }) =>
      text(isServed ? 'stewards.gridServed' : 'stewards.gridAt', {
        places,
        event: eventOf(eventId),
        number: decision,
      }),
    ),
    ...(otherPoints === 0 ? [] : [text('stewards.otherPoints', { count: otherPoints })]),
    ...(nextExpiryAt === null
      ? []
      : [text('stewards.expiresOn', { date: formatDate(nextExpiryAt, text.locale) })]),
    ...(expiredPoints === 0 ? [] : [text('stewards.expired', { count: expiredPoints })]),
  ]
}
