import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { call } from '../../api/call.ts'
import { DeleteSection } from '../../changes/delete-section.tsx'
import { DraftForm } from '../../changes/draft-form.tsx'
import { describeField } from '../../changes/draft-notice.tsx'
import { changedPart } from '../../changes/draft.ts'
import { SEASON_FIELDS, textFields } from '../../changes/edited-fields.ts'
import { useDraft } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Section } from '../../ui/section.tsx'
import { SEASONS_KEY } from '../season/season-queries.ts'
import { DriverVoteForm } from './driver-vote-form.tsx'
import { HandOverSeason } from './hand-over-season.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

const VISIBILITIES = {
  listed: 'organiser.isListed',
  link: 'organiser.isUnlisted',
  private: 'organiser.isPrivate',
} as const

/** Edits the season's texts, who can see it, and its end. */
export function SettingsTab({ onDeleted }: { readonly onDeleted: () => void }) {
  const { season, edit } = useEditedSeason()
  const t = useText()

  return (
    <div className="flex max-w-3xl flex-col gap-9">
      <Section title={t('organiser.season')}>
        <div className="flex flex-col gap-5">
          <SettingsForm />
          <p className="max-w-prose text-muted">{t(VISIBILITIES[season.visibility])}</p>
          <CopyField
            label={t('season.shareLink')}
            value={`${location.origin}/seasons/${season.id}`}
          />
        </div>
      </Section>
      <Section title={t('organiser.driverVote')}>
        <DriverVoteForm />
      </Section>
      <Section title={t('organiser.nextSeason')}>
        <p className="mb-3 max-w-prose text-muted">{t('organiser.nextSeasonWhy')}</p>
        <div className="mb-3">
          <Switch
            label={t('organiser.isTemplate')}
            checked={season.isTemplate}
            onChange={(isTemplate) =>
              void edit.runWithToast(
                (ifMatch) => {
                  const body = { id: season.id, isTemplate }
                  return call(seasons.update, { body, ifMatch })
                },
                { done: t(isTemplate ? 'organiser.templateMade' : 'organiser.templateUnmade') },
              )
            }
          />
        </div>
        <ButtonLink
          to="/dashboard/seasons/create"
          search={{ like: season.id, league: season.leagueIds[0] ?? '' }}
        >
          {t('organiser.likeThis')}
        </ButtonLink>
      </Section>
      {season.leagueIds.length === 0 && <HandOverSeason />}
      <DeleteSection
        name={season.name}
        edit={edit}
        onDeleted={onDeleted}
        title={t('organiser.deleteSeason')}
        description={t('organiser.deleteSeasonWhy')}
        queryKey={[...SEASONS_KEY, 'one', season.id]}
        remove={(ifMatch) => call(seasons.delete, { params: { id: season.id }, ifMatch })}
        restore={() => call(seasonManagement.restore, { params: { seasonId: season.id } })}
      />
    </div>
  )
}

function SettingsForm() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const { id, name, version } = season
  const draft = useDraft({ value: { name }, version })
  return (
    <DraftForm
      draft={draft}
      describe={describeField}
      label={t('organiser.season')}
      submitLabel={t('organiser.save')}
      fields={textFields(SEASON_FIELDS, draft.value, t)}
      onSave={(seen, values) => {
        const body = { id, ...changedPart(season, values) }
        return edit.run((ifMatch) => call(seasons.update, { body, ifMatch }), {
          done: t('organiser.saved'),
          seen,
        })
      }}
    />
  )
}
