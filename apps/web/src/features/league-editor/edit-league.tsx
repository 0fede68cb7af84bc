import { leagues, type League } from '@pitboard/contract/leagues/league'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { type LeagueEntries, leagueEntries, leagueFields } from './league-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { useThumbnail } from '../leagues/league-picture.tsx'

/** Sends only the changed fields, so that changes of others to the rest survive. */
export function EditLeague({ league, edit }: { readonly league: League; readonly edit: Edit }) {
  const text = useText()
  const opened = useRef<LeagueEntries>(league)
  const params = { leagueId: league.id }

  async function save(values: FormValues<keyof LeagueEntries>) {
    const typed = leagueEntries(values)
    const body = changedOf(opened.current, typed)
    await edit.run((ifMatch) => call(leagues.update, { params, body, ifMatch }), {
      done: text('organiser.saved'),
    })
    opened.current = typed
  }

  return (
    <Form
      label={text('organiser.league')}
      submitLabel={text('organiser.save')}
      fields={leagueFields(league, text)}
      onSubmit={save}
    />
  )
}

export function EditPicture({ league, edit }: { readonly league: League; readonly edit: Edit }) {
  const text = useText()
  const src = useThumbnail(league)
  const params = { leagueId: league.id }

  async function change(picture: string | null): Promise<void> {
    await edit.runWithToast(
      (ifMatch) =>
        picture === null
          ? call(leagues.deleteThumbnail, { params, ifMatch })
          : call(leagues.setThumbnail, { params, body: { thumbnailBase64: picture }, ifMatch }),
      { done: text(picture === null ? 'organiser.didRemovePicture' : 'organiser.didSetPicture') },
    )
  }

  return <PictureField name={league.name} src={src} onChange={(picture) => void change(picture)} />
}

function changedOf(before: LeagueEntries, after: LeagueEntries): Partial<LeagueEntries> {
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.description !== before.description && { description: after.description }),
    ...(after.discord !== before.discord && { discord: after.discord }),
    ...(after.website !== before.website && { website: after.website }),
    ...(after.isPublic !== before.isPublic && { isPublic: after.isPublic }),
  }
}
