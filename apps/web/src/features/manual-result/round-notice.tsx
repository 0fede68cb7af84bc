import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { RoundFault, RoundResult } from './round-results.ts'

const FAULTS = {
  roundTwice: 'importing.roundTwice',
  hasResult: 'importing.hasResult',
  noDate: 'importing.noDate',
  notDriven: 'importing.notDriven',
  cellUnread: 'importing.cellUnread',
  placeTwice: 'importing.placeTwice',
  markTwice: 'importing.markTwice',
  tooManyCars: 'importing.tooManyCars',
  noCars: 'importing.noCars',
} as const satisfies Record<RoundFault, PlainKey>

const NAMED_MAX = 3

/** Says why a column is left out, or what to know of it before it is imported. */
export function RoundNotice({ result }: { readonly result: RoundResult }) {
  const t = useText()
  const { fault, faultyNames, missingPlaces, otherPoints } = result
  if (fault !== null) {
    return (
      <p className="text-small wrap-anywhere text-bad">
        {t(FAULTS[fault])}
        {faultyNames.length > 0 && ` ${listOf(faultyNames)}`}
      </p>
    )
  }
  return (
    <>
      {missingPlaces.length > 0 && (
        <p className="text-small wrap-anywhere text-secondary">
          {t('importing.placeMissing', { places: listOf(missingPlaces.map(String)) })}
        </p>
      )}
      {otherPoints.length > 0 && (
        <p className="text-small wrap-anywhere text-secondary">
          {t('importing.otherPoints', { names: listOf(otherPoints) })}
        </p>
      )}
    </>
  )
}

function listOf(names: readonly string[]): string {
  return `${names.slice(0, NAMED_MAX).join(', ')}${names.length > NAMED_MAX ? ' …' : ''}`
}
