import type { StartingPoints } from '@pitboard/contract/seasons/starting-points'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ImportForm } from '../import/import-form.tsx'
import type { ImportRow } from '../import/import-rows.ts'
import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

type Table = keyof StartingPoints

/** Imports points that the season begins with, from the standings of another tool. */
export function ImportPoints() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [table, setTable] = useState<Table>('drivers')
  const [edited, setEdited] = useState({ count: 0, initial: '' })
  const { startingPoints, standings } = season
  const entries = startingPoints[table]
  const known =
    table === 'drivers'
      ? standings.drivers.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
      : standings.teams.map(({ name }) => name)

  function send(next: StartingPoints[Table]) {
    const body = { id: season.id, startingPoints: { ...startingPoints, [table]: next } }
    return (ifMatch: number) => call(seasons.update, { body, ifMatch })
  }

  async function apply(rows: readonly ImportRow[]) {
    // A row without points has a fault, and is left out before.
    const next = rows.flatMap(({ mappedTo, points }) =>
      points === null ? [] : { name: mappedTo, points },
    )
    await edit.run(send(next), { done: t('importing.pointsDone', { count: next.length }) })
    setEdited({ count: edited.count + 1, initial: '' })
  }

  return (
    <Section title={t('importing.pointsTitle')}>
      <div className="flex max-w-4xl flex-col gap-4">
        <p className="max-w-prose text-muted">{t('importing.pointsWhy')}</p>
        <div className="max-w-xs">
          <ChoiceBar
            label={t('importing.whichTable')}
            options={[
              { value: 'drivers', label: t('season.drivers') },
              { value: 'teams', label: t('season.teams') },
            ]}
            value={table}
            onChange={setTable}
          />
        </div>
        {entries.length > 0 && (
          <>
            <ul
              aria-label={t('importing.pointsTitle')}
              className="timing flex flex-wrap gap-x-6 gap-y-1 text-timing"
            >
              {entries.map(({ name, points }) => (
                <li key={name} className="wrap-anywhere">
                  {name} <span className="text-muted">{formatPoints(points, t.locale)}</span>
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap gap-2">
              <Button
                onClick={() => setEdited({ count: edited.count + 1, initial: toText(entries) })}
              >
                {t('importing.editPoints')}
              </Button>
              <Button
                look="quiet"
                onClick={() =>
                  void edit.runWithToast(send([]), { done: t('importing.pointsRemoved') })
                }
              >
                {t('importing.removePoints')}
              </Button>
            </div>
          </>
        )}
        <ImportForm
          key={`${table} ${edited.count}`}
          label={t('importing.pointsTitle')}
          example={t(table === 'drivers' ? 'importing.driversExample' : 'importing.teamsExample')}
          used={table === 'drivers' ? ['name', 'points'] : ['team', 'points']}
          subject={table === 'drivers' ? 'name' : 'team'}
          known={known}
          initial={edited.initial}
          note={t('importing.pointsNote')}
          onApply={apply}
        />
      </div>
    </Section>
  )
}

/** Writes the points as the form reads them, so that the user can change single values. */
function toText(entries: StartingPoints[Table]): string {
  return entries.map(({ name, points }) => `${name}\t${points}`).join('\n')
}
