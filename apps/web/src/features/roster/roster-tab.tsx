import { type Roster, type RosterUpdate, rosters } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { call } from '../../api/call.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import { useEditedQuery } from '../../changes/use-edited-query.ts'
import { refusalErrors } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { ClaimList } from './claim-list.tsx'
import { describeRoster } from './describe-roster.ts'
import { DriverRow } from './driver-row.tsx'
import { rosterOf } from './roster-queries.ts'
import { findRosterErrors, newDriver, rosterFieldPaths, toUpdate } from './roster-update.ts'
import { TeamPictureField } from './team-picture-field.tsx'
import { TiersForm } from './tiers-form.tsx'
import { TeamRows } from './team-rows.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

const ImportRoster = lazyPart(async () => (await import('./import-roster.tsx')).ImportRoster, {
  texts: ['importing'],
  fallback: <Skeleton className="h-64" />,
})

/** The organiser edits teams, drivers and who they are. */
export function RosterTab() {
  const { season } = useEditedSeason()
  const t = useText()
  const query = useEditedQuery(rosterOf(season.id, season.version))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
      {(data) => {
        return (
          <div className="flex flex-col gap-9">
            <Disclosure
              opened={data.drivers.length === 0}
              title={<h2 className="text-subhead">{t('roster.importTable')}</h2>}
            >
              <ImportRoster roster={data} />
            </Disclosure>
            <RosterForm roster={data} isOlder={query.isOlder} />
            <Section title={t('roster.tiers')}>
              <p className="mb-3 max-w-prose text-muted">{t('roster.tiersWhy')}</p>
              <div className="max-w-xl">
                <TiersForm roster={data} />
              </div>
            </Section>
            <ClaimList />
          </div>
        )
      }}
    </QueryContent>
  )
}

interface RosterFormProps {
  readonly roster: Roster
  /** It belongs to the season as it was before; the newest is being fetched. */
  readonly isOlder: boolean
}

function RosterForm({ roster, isOlder }: RosterFormProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const stored = { value: toUpdate(roster), version: season.version }
  const draft = useDraft(stored, isOlder ? null : stored)
  const { value, set } = draft
  const { teams, drivers } = value
  const missing = missingNames(season, value)

  function addDrivers(names: readonly string[]) {
    set({ drivers: [...drivers, ...names.map(newDriver)] })
  }

  async function save(seen: number): Promise<number | undefined> {
    const params = { seasonId: season.id }
    // Somebody else may have removed the team of a driver that was typed here.
    const body = { teams, drivers: withoutTeams(drivers, teams) }
    return edit.run((ifMatch) => call(rosters.update, { params, body, ifMatch }), {
      done: t('roster.saved'),
      seen,
    })
  }

  return (
    <DraftForm
      draft={draft}
      describe={describeRoster(season, value, stored.value)}
      label={t('roster.title')}
      submitLabel={t('roster.save')}
      check={() => findRosterErrors(value, season, t)}
      onSave={save}
      errorsOf={(error, words) => refusalErrors(error, words, rosterFieldPaths(value))}
    >
      {(errors) => (
        <>
          <p className="max-w-prose text-muted">{t('roster.editWhy')}</p>
          <Section title={t('roster.teams')}>
            <TeamRows
              teams={teams}
              errors={errors}
              onChange={(next) => set({ teams: next, drivers: withoutTeams(drivers, next) })}
              renderPicture={(teamId, number) => {
                const team = roster.teams.find(({ id }) => id === teamId)
                return team && <TeamPictureField team={team} number={number} />
              }}
            />
            <p className="mt-3 max-w-prose text-small text-muted">{t('roster.pictureHint')}</p>
          </Section>
          <Section title={t('roster.drivers')}>
            <div className="flex flex-col gap-4">
              {drivers.map((driver, index) => (
                <DriverRow
                  key={driver.id}
                  season={season}
                  teams={teams}
                  driver={driver}
                  index={index}
                  errors={errors}
                  onChange={(next) =>
                    set({ drivers: drivers.map((one) => (one === driver ? next : one)) })
                  }
                  onRemove={() => set({ drivers: drivers.filter((one) => one !== driver) })}
                />
              ))}
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => addDrivers([''])}>{t('roster.addDriver')}</Button>
                {missing.length > 0 && (
                  <Button look="quiet" onClick={() => addDrivers(missing)}>
                    {t('roster.addFromStandings')}
                  </Button>
                )}
              </div>
            </div>
          </Section>
        </>
      )}
    </DraftForm>
  )
}

function withoutTeams(drivers: RosterUpdate['drivers'], teams: RosterUpdate['teams']) {
  const ids = new Set(teams.map(({ id }) => id))
  return drivers.map((driver) =>
    driver.teamId === null || ids.has(driver.teamId) ? driver : { ...driver, teamId: null },
  )
}

function missingNames({ standings }: Season, { drivers }: RosterUpdate): string[] {
  const entered = new Set(drivers.map(({ name }) => name))
  return standings.drivers
    .filter(({ isHidden, name }) => !isHidden && !entered.has(name))
    .map(({ name }) => name)
}
