import type { RosterUpdate } from '@pitboard/contract/roster/roster'
import { FIRST_COLOUR } from '../../timing/team-colours.ts'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { ReactNode } from 'react'
import { newId } from '../../changes/new-id.ts'
import { useText } from '../../messages/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormErrors } from '../../ui/forms/form-errors.ts'
import { Input } from '../../ui/forms/input.tsx'

type Team = RosterUpdate['teams'][number]

interface TeamRowsProps {
  readonly teams: readonly Team[]
  readonly errors: FormErrors
  readonly onChange: (teams: Team[]) => void
  /** It shows the picture of a saved team with its buttons; null for a new team. */
  readonly renderPicture: (teamId: string, number: number) => ReactNode
}

export function TeamRows({ teams, errors, onChange, renderPicture }: TeamRowsProps) {
  const t = useText()
  const replace = (team: Team, next: Partial<Team>) =>
    onChange(teams.map((one) => (one === team ? { ...one, ...next } : one)))
  const errorOf = (index: number) => errors[`teams/${index}/name`] ?? null
  return (
    <div className="flex flex-col gap-4 sm:gap-2">
      {teams.map((team, index) => {
        const number = index + 1
        return (
          <div key={team.id} className="flex flex-wrap items-center gap-2">
            <div className="flex w-full max-w-lg min-w-0 items-start gap-2">
              <input
                type="color"
                aria-label={t('roster.teamColour', { number })}
                value={team.colour}
                onChange={({ target }) => replace(team, { colour: target.value })}
                className="control w-12 shrink-0 cursor-pointer rounded-m border border-line-strong bg-page p-1"
              />
              <div className="w-full max-w-sm min-w-0">
                <Field
                  label={t('roster.teamName', { number })}
                  isLabelHidden
                  error={errorOf(index)}
                >
                  <Input
                    type="text"
                    required
                    autoComplete="off"
                    maxLength={TEXT_MAX.driverName}
                    value={team.name}
                    onChange={({ target }) => replace(team, { name: target.value })}
                  />
                </Field>
              </div>
              <IconButton
                icon="close"
                label={t('roster.removeTeam', { number })}
                onClick={() => onChange(teams.filter((one) => one !== team))}
              />
            </div>
            {renderPicture(team.id, number)}
          </div>
        )
      })}
      <div>
        <Button
          onClick={() => onChange([...teams, { id: newId(), name: '', colour: FIRST_COLOUR }])}
        >
          {t('roster.addTeam')}
        </Button>
      </div>
    </div>
  )
}
