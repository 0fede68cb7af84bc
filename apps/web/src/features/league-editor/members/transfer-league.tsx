import { leagueMembers, type LeagueTeam } from '@pitboard/contract/leagues/league-members'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useText } from '../../../messages/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import type { MembersProps } from './members-props.ts'

interface TransferLeagueProps extends MembersProps {
  readonly team: LeagueTeam
}

/** Offers the league to a member, who has to accept. */
export function TransferLeague({ league, edit, team }: TransferLeagueProps) {
  const t = useText()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const member = team.members.find(({ userId }) => userId === chosen)

  return (
    <div className="flex max-w-prose flex-col items-start gap-3">
      <h3>{t('organiser.transfer')}</h3>
      <p className="text-muted">{t('organiser.transferWhy')}</p>
      <div className="flex w-full flex-wrap items-end gap-2">
        <div className="min-w-52 flex-1">
          <Field label={t('organiser.newOwner')}>
            <Select
              placeholder={t('organiser.chooseMember')}
              options={team.members.map(({ userId, username }) => ({
                value: userId,
                label: username,
              }))}
              value={chosen}
              onChange={setChosen}
            />
          </Field>
        </div>
        <Button disabled={!member} onClick={() => setIsAsked(true)}>
          {t('organiser.offerLeague')}
        </Button>
      </div>
      {isAsked && member && (
        <ConfirmDialog
          look="primary"
          title={t('organiser.offerTitle', { league: league.name, name: member.username })}
          description={t('organiser.transferWhy')}
          cancelLabel={t('ui.cancel')}
          confirmLabel={t('organiser.offerLeague')}
          onClose={() => setIsAsked(false)}
          onConfirm={() =>
            edit.run(
              (ifMatch) =>
                call(leagueMembers.invite, {
                  params: { leagueId: league.id },
                  body: { username: member.username, role: 'owner' },
                  ifMatch,
                }),
              { done: t('organiser.offered', { name: member.username }), undo: null },
            )
          }
        />
      )}
    </div>
  )
}
