import { trackName } from '@pitboard/contract/sessions/track-names'
import type { DriverLicence } from '@pitboard/contract/stewards/decision'
import { stewards } from '@pitboard/contract/stewards/steward-case'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { useEditedSeason } from '../season/edited-season.ts'
import { GRID_WORDS } from './licence-list.tsx'
import { STEWARDS_KEY } from './steward-queries.ts'
import { penaltyWords } from './steward-words.ts'

interface OpenPenalty {
  readonly id: string
  readonly name: string
  readonly words: string
  readonly decisionId: string
  readonly place: number
  readonly state: 'activated' | 'served'
}

/** Lists suspended penalties to activate, and grid penalties that no grid shows; shows nothing if there are none. */
export function OpenPenalties({ licences }: { readonly licences: readonly DriverLicence[] }) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const queries = useQueryClient()
  const eventOf = (id: string | null) => {
    const event = season.events.find((one) => one.id === id)
    return event ? event.name.trim() || trackName(event.track) : t('stewards.nextEvent')
  }
  const open = licences.flatMap((licence) => listOpen(licence, eventOf, t))
  if (open.length === 0) return null

  async function update({ name, decisionId, place, state }: OpenPenalty) {
    const params = { seasonId: season.id, decisionId, place }
    const isDone = await edit.runWithToast(
      (ifMatch) => call(stewards.updatePenalty, { params, body: { state }, ifMatch }),
      { done: t(state === 'activated' ? 'stewards.activatedNow' : 'stewards.servedNow', { name }) },
    )
    if (isDone) await queries.invalidateQueries({ queryKey: STEWARDS_KEY })
  }

  return (
    <Section title={t('stewards.openPenalties')}>
      <ItemList
        label={t('stewards.openPenalties')}
        items={open.map((one) => {
          const penalty = `${one.name}: ${one.words}`
          const isSuspended = one.state === 'activated'
          return {
            id: one.id,
            title: one.name,
            detail: one.words,
            action: (
              <Button
                size="small"
                aria-label={t(isSuspended ? 'stewards.activateOf' : 'stewards.confirmServedOf', {
                  penalty,
                })}
                onClick={() => void update(one)}
              >
                {t(isSuspended ? 'stewards.activate' : 'stewards.confirmServed')}
              </Button>
            ),
          }
        })}
      />
    </Section>
  )
}

function listOpen(
  { name, suspended, gridPenalties }: DriverLicence,
  eventOf: (id: string | null) => string,
  t: Text,
): OpenPenalty[] {
  return [
    ...suspended
      .filter(({ hasLapsed }) => !hasLapsed)
      .map(({ kind, amount, rounds, untilEventId, decision: number, decisionId, place }) => {
        const penalty = penaltyWords({ kind, amount, suspendedRounds: rounds }, t)
        const words =
          untilEventId === null
            ? t('stewards.suspendedSince', { penalty, number })
            : t('stewards.suspendedUntil', { penalty, number, event: eventOf(untilEventId) })
        const id = `${decisionId} ${place} suspended`
        return { id, name, words, decisionId, place, state: 'activated' as const }
      }),
    ...gridPenalties
      .filter(({ state }) => state === 'notShown' || state === 'unconfirmed')
      .map(({ places, eventId, state, decision: number, decisionId, place }) => {
        const words = t(`stewards.${GRID_WORDS[state]}`, {
          places,
          event: eventOf(eventId),
          number,
        })
        const id = `${decisionId} ${place} grid`
        return { id, name, words, decisionId, place, state: 'served' as const }
      }),
  ]
}
