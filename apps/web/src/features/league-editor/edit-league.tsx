import { leaguePictures } from '@pitboard/contract/leagues/league-pictures'
import { leagues, type League } from '@pitboard/contract/leagues/league'
import { call } from '../../api/call.ts'
import { useChangedFields } from '../../changes/edited-fields.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { leagueFields, readLeagueFields } from './league-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { useThumbnail } from '../leagues/league-picture.tsx'

export function EditLeague({ league, edit }: { readonly league: League; readonly edit: Edit }) {
  const text = useText()
  const sendChanged = useChangedFields(league)
  const params = { leagueId: league.id }

  return (
    <Form
      label={text('organiser.league')}
      submitLabel={text('organiser.save')}
      fields={leagueFields(league, text)}
      onSubmit={(values) =>
        sendChanged(readLeagueFields(values), (body) =>
          edit.run((ifMatch) => call(leagues.update, { params, body, ifMatch }), {
            done: text('organiser.saved'),
          }),
        )
      }
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
          ? call(leaguePictures.thumbnail.remove, { params, ifMatch })
          : call(leaguePictures.thumbnail.set, {
              ...{ params, ifMatch },
              body: { thumbnailBase64: picture },
            }),
      { done: text(picture === null ? 'organiser.didRemovePicture' : 'organiser.didSetPicture') },
    )
  }

  return <PictureField name={league.name} src={src} onChange={(picture) => void change(picture)} />
}
