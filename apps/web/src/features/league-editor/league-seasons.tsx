import { leagues, type League } from '@pitboard/contract/leagues/league'
import type { Season } from '@pitboard/contract/seasons/season'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Select } from '../../ui/forms/select.tsx'

interface LeagueSeasonsProps {
  readonly league: League
  readonly edit: Edit
  /** The owner sees all that they have, whether in the league or not; members see those of the league. */
  readonly seasons: readonly Season[]
  /** The user may add and remove seasons. */
  readonly mayManage: boolean
}

/** Lets the owner choose which of their seasons belong to the league. */
export function LeagueSeasons({ league, edit, seasons, mayManage }: LeagueSeasonsProps) {
  const t = useText()
  const [chosen, setChosen] = useState<string | null>(null)
  const within = seasons.filter(({ id }) => league.seasonIds.includes(id))
  const others = seasons.filter(({ id }) => !league.seasonIds.includes(id))

  const addition = useMutation({
    async mutationFn(seasonId: string) {
      const params = { leagueId: league.id, seasonId }
      const isDone = await edit.runWithToast(
        (ifMatch) => call(leagues.addSeason, { params, ifMatch }),
        { done: t('organiser.seasonAdded') },
      )
      if (isDone) setChosen(null)
    },
  })

  async function removeSeason({ id, name }: Season) {
    const params = { leagueId: league.id, seasonId: id }
    await edit.runWithToast((ifMatch) => call(leagues.removeSeason, { params, ifMatch }), {
      done: t('organiser.seasonTakenOut', { name }),
    })
  }

  return (
    <div className="flex flex-col gap-4">
      {within.length === 0 ? (
        <p className="text-muted">{t('organiser.noSeasonsIn')}</p>
      ) : (
        <ItemList
          label={t('leagues.seasons')}
          items={within.map((season) => ({
            id: season.id,
            title: (
              <TextLink to="/dashboard/seasons/$seasonId/edit" params={{ seasonId: season.id }}>
                {season.name}
              </TextLink>
            ),
            detail: t('leagues.eventCount', { count: season.events.length }),
            action: mayManage && (
              <Button
                look="danger"
                size="small"
                aria-label={`${t('organiser.takeOut')}: ${season.name}`}
                onClick={() => void removeSeason(season)}
              >
                {t('organiser.takeOut')}
              </Button>
            ),
          }))}
        />
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-52 flex-1">
            <Select
              label={t('organiser.chooseSeason')}
              placeholder={t('organiser.chooseSeason')}
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen}
              onChange={setChosen}
            />
          </div>
          <Button
            loading={addition.isPending}
            disabled={chosen === null}
            onClick={() => chosen !== null && addition.mutate(chosen)}
          >
            {t('organiser.addSeason')}
          </Button>
        </div>
      )}
    </div>
  )
}
