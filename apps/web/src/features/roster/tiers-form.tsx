import type { Roster } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { TIERS_MAX } from '@pitboard/contract/seasons/tier-limits'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { call } from '../../api/call.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import { describeField, type DescribeDifference } from '../../changes/draft-notice.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

interface TypedTiers {
  readonly compete: boolean
  /** Each line is a tier. */
  readonly tiers: string
  readonly teamsPerTier: boolean
}

function toTyped({ tiers, teamsPerTier }: Season): TypedTiers {
  return { compete: tiers.length > 0, tiers: tiers.join('\n'), teamsPerTier }
}

const describe: DescribeDifference = (difference, t) => {
  const { path, before, after } = difference
  if (path[0] === 'compete') return []
  if (path[0] !== 'tiers') return describeField(difference, t)
  return describeField({ ...difference, before: readTiers(before), after: readTiers(after) }, t)
}

/** Sets whether each tier of the roster has standings of its own. */
export function TiersForm({ roster }: { readonly roster: Roster }) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const draft = useDraft({ value: toTyped(season), version: season.version })
  const { compete, tiers, teamsPerTier } = draft.value
  const entered = tiersOf(roster)
  const names = readTiers(tiers)
  const others = entered.filter((name) => !names.includes(name))

  function setCompete(next: boolean) {
    draft.set({ compete: next, ...(next && tiers === '' && { tiers: entered.join('\n') }) })
  }

  return (
    <DraftForm
      draft={draft}
      describe={describe}
      label={t('roster.tiers')}
      submitLabel={t('roster.saveTiers')}
      submitLook="secondary"
      fields={
        compete
          ? [
              {
                kind: 'textArea',
                name: 'tiers',
                rows: Math.max(2, names.length),
                label: t('roster.tiersInOrder'),
                hint: t('roster.tiersInOrderHint'),
                missing: t('roster.tierMissing'),
                check: (value) => findTierError(readTiers(value), t),
              },
            ]
          : []
      }
      onSave={(seen) => {
        const body = { id: season.id, tiers: compete ? names : [], teamsPerTier }
        return edit.run((ifMatch) => call(seasons.update, { body, ifMatch }), {
          done: t('roster.tiersSaved'),
          seen,
        })
      }}
    >
      <Checkbox label={t('roster.tiersCompete')} checked={compete} onChange={setCompete} />
      {compete && (
        <>
          <Checkbox
            label={t('roster.teamsPerTier')}
            checked={teamsPerTier}
            onChange={(next) => draft.set({ teamsPerTier: next })}
          />
          {others.length > 0 && (
            <p role="note" className="max-w-prose border-l-4 border-secondary bg-panel px-3 py-2">
              {t('roster.tiersLeftOut', { tiers: others.join(', ') })}
            </p>
          )}
        </>
      )}
    </DraftForm>
  )
}

/** Lists the tiers in the order of the roster. */
function tiersOf({ drivers }: Roster): string[] {
  return [...new Set(drivers.flatMap(({ tier }) => (tier === '' ? [] : tier)))]
}

function readTiers(typed: unknown): string[] {
  if (typeof typed !== 'string') return []
  return typed.split('\n').flatMap((line) => line.trim() || [])
}

function findTierError(names: readonly string[], t: Text): string | false {
  if (names.length > TIERS_MAX) return t('roster.tooManyTiers', { count: TIERS_MAX })
  const long = names.find((name) => name.length > TEXT_MAX.tier)
  if (long !== undefined) return t('roster.tierLong', { count: TEXT_MAX.tier })
  return new Set(names).size < names.length && t('roster.tierTwice')
}
