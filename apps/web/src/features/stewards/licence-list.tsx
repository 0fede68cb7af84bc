import type { Season } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type {
  DriverBan,
  DriverGridPenalty,
  DriverLicence,
} from '@pitboard/contract/stewards/decision'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { penaltyWords } from './steward-words.ts'

interface LicenceListProps {
  readonly season: Season
  readonly licences: readonly DriverLicence[]
}

/**
 * Lists licence points, grid penalties and bans per driver, tier by tier where tiers compete; shows nothing if there
 * are none.
 */
export function LicenceList({ season, licences }: LicenceListProps) {
  const t = useText()
  const tiers = Map.groupBy(licences, ({ tier = '' }) => tier)
  return [...season.tiers, ''].flatMap((tier) => {
    const own = tiers.get(tier) ?? []
    if (own.length === 0) return []
    const label = tier === '' ? t('stewards.licences') : `${t('stewards.licences')} · ${tier}`
    return <TierLicences key={tier} label={label} season={season} licences={own} />
  })
}

function TierLicences({ label, season, licences }: LicenceListProps & { readonly label: string }) {
  const t = useText()
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-subhead wrap-anywhere">{label}</h3>
      <ItemList
        label={label}
        items={licences.map((licence) => ({
          id: licence.name,
          title: (
            <>
              {licence.name}
              {licence.points > 0 && (
                <Badge>{t('stewards.licence', { count: licence.points })}</Badge>
              )}
              {licence.reprimands > 0 && (
                <Badge>{t('stewards.reprimands', { count: licence.reprimands })}</Badge>
              )}
              {licence.consequence && <Badge tone="warning">{licence.consequence}</Badge>}
            </>
          ),
          detail: licenceDetails(licence, season, t).join(' · '),
        }))}
      />
    </div>
  )
}

export const GRID_WORDS = {
  due: 'gridAt',
  served: 'gridServed',
  notShown: 'gridNotShown',
  unconfirmed: 'gridUnconfirmed',
  confirmed: 'gridConfirmed',
} as const satisfies Record<DriverGridPenalty['state'], string>

function licenceDetails(licence: DriverLicence, { events }: Season, t: Text): string[] {
  const { otherPoints, expiredPoints, nextExpiryAt, gridPenalties, bans, suspended } = licence
  const eventOf = (id: string | null) => {
    const event = events.find((one) => one.id === id)
    return event ? event.name.trim() || trackName(event.track) : t('stewards.nextEvent')
  }
  return [
    ...gridPenalties.map(({ places, eventId, state, decision }) =>
      t(`stewards.${GRID_WORDS[state]}`, { places, event: eventOf(eventId), number: decision }),
    ),
    ...bans.flatMap((ban) => banDetails(ban, eventOf, t)),
    ...suspended.map(({ kind, amount, rounds, untilEventId, hasLapsed, decision }) => {
      const penalty = penaltyWords({ kind, amount, suspendedRounds: rounds }, t)
      const number = decision
      if (hasLapsed) return t('stewards.suspendedLapsed', { penalty, number })
      if (untilEventId === null) return t('stewards.suspendedSince', { penalty, number })
      return t('stewards.suspendedUntil', { penalty, number, event: eventOf(untilEventId) })
    }),
    ...(otherPoints === 0 ? [] : [t('stewards.otherPoints', { count: otherPoints })]),
    ...(nextExpiryAt === null
      ? []
      : [t('stewards.expiresOn', { date: formatDate(nextExpiryAt, t.locale) })]),
    ...(expiredPoints === 0 ? [] : [t('stewards.expired', { count: expiredPoints })]),
  ]
}

const BAN_WORDS = {
  race: { due: 'raceBanAt', served: 'raceBanServed', broken: 'raceBanBroken' },
  qualifying: {
    due: 'qualifyingBanAt',
    served: 'qualifyingBanServed',
    broken: 'qualifyingBanBroken',
  },
} as const

/** Returns one text for each event; events that the calendar does not have yet are one text. */
function banDetails(
  { decision, kind, rounds, events }: DriverBan,
  eventOf: (id: string | null) => string,
  t: Text,
): string[] {
  const words = events.map(({ eventId, state }) =>
    t(`stewards.${BAN_WORDS[kind][state]}`, { event: eventOf(eventId), number: decision }),
  )
  if (events.length === rounds) return words
  const next = t(`stewards.${BAN_WORDS[kind].due}`, { event: eventOf(null), number: decision })
  return [...words, next]
}
