import type { LeagueFields } from '@pitboard/contract/leagues/league'
import type { ReactNode } from 'react'
import { DraftForm } from '../../changes/draft-form.tsx'
import { describeField } from '../../changes/draft-notice.tsx'
import type { Draft } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { LeagueHeroFrame, type LeagueOwner } from '../leagues/league-hero.tsx'
import { leagueFields, leagueOf, readLeagueFields, type TypedLeague } from './league-fields.tsx'

interface LeagueFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly draft: Draft<TypedLeague>
  readonly owner: LeagueOwner
  /** The addresses are those of the pictures, for the preview. */
  readonly logo: string | null
  readonly banner: string | null
  /** These controls set the pictures. */
  readonly pictures: ReactNode
  readonly onSave: (fields: LeagueFields, version: number) => Promise<number | undefined>
}

/** Shows the fields of a league below the head that its page will have. */
export function LeagueForm({
  label,
  submitLabel,
  draft,
  owner,
  logo,
  banner,
  pictures,
  onSave,
}: LeagueFormProps) {
  const t = useText()
  const typed = leagueOf(draft.value)
  const shown = { ...typed, name: typed.name || t('organiser.newLeague') }
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="label mb-2">{t('organiser.preview')}</p>
        {/* The fields below say the same to a screen reader, and a preview leads nowhere. */}
        <div inert aria-hidden="true">
          <LeagueHeroFrame isPreview league={shown} owner={owner} logo={logo} banner={banner} />
        </div>
      </div>
      <Columns side={<Card>{pictures}</Card>}>
        <Card>
          <div className="sm:p-2">
            <DraftForm
              draft={draft}
              describe={describeField}
              label={label}
              submitLabel={submitLabel}
              fields={leagueFields(draft.value, draft.set, t)}
              onSave={(version, values) => onSave(readLeagueFields(values), version)}
            />
          </div>
        </Card>
      </Columns>
    </div>
  )
}
