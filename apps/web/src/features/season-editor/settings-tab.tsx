import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { SEASON_FIELDS, textFields, useChangedFields } from '../../changes/edited-fields.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Section } from '../../ui/section.tsx'
import type { TabProps } from './tab-props.ts'
import { SEASONS_KEY } from '../season/season-queries.ts'

const VISIBILITIES = {
  listed: 'organiser.isListed',
  link: 'organiser.isUnlisted',
  private: 'organiser.isPrivate',
} as const

/** The season's texts, who can see it, and its end. */
export function SettingsTab({
  season,
  edit,
  onDeleted,
}: TabProps & { readonly onDeleted: () => void }) {
  const text = useText()

  return (
    <div className="flex max-w-3xl flex-col gap-9">
      <Section title={text('organiser.season')}>
        <div className="flex flex-col gap-5">
          <SettingsForm key={edit.undoneCount} season={season} edit={edit} />
          <p className="max-w-prose text-muted">{text(VISIBILITIES[season.visibility])}</p>
          <CopyField
            label={text('season.shareLink')}
            value={`${location.origin}/seasons/${season.id}`}
          />
        </div>
      </Section>
      <Section title={text('organiser.deleteSeason')}>
        <DeleteSeason season={season} edit={edit} onDeleted={onDeleted} />
      </Section>
    </div>
  )
}

function SettingsForm({ season, edit }: TabProps) {
  const text = useText()
  const { id } = season
  const sendChanged = useChangedFields(season)
  return (
    <Form
      label={text('organiser.season')}
      submitLabel={text('organiser.save')}
      fields={textFields(SEASON_FIELDS, season, text)}
      onSubmit={(values) =>
        sendChanged(values, (changed) =>
          edit.run((ifMatch) => call(seasons.update, { body: { id, ...changed }, ifMatch }), {
            done: text('organiser.saved'),
          }),
        )
      }
    />
  )
}

function DeleteSeason({
  season: { id, name },
  edit,
  onDeleted,
}: TabProps & { readonly onDeleted: () => void }) {
  const text = useText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)

  function remove() {
    return edit.run(
      async (ifMatch) => {
        await call(seasons.delete, { params: { id }, ifMatch })
        onDeleted()
        queries.removeQueries({ queryKey: [...SEASONS_KEY, 'one', id] })
      },
      {
        done: text('organiser.wasDeleted', { name }),
        undo: () => call(seasonManagement.restore, { params: { id } }),
      },
    )
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-muted">{text('organiser.deleteSeasonWhy')}</p>
      <Button look="danger" onClick={() => setAsked(true)}>
        {text('organiser.deleteSeason')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={text('organiser.deleteAsk', { name })}
          description={text('organiser.deleteSeasonWhy')}
          cancelLabel={text('organiser.cancel')}
          confirmLabel={text('organiser.deleteSeason')}
          onClose={() => setAsked(false)}
          onConfirm={remove}
        />
      )}
    </div>
  )
}
