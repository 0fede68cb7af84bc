import type { Season } from '@pitboard/contract/season'
import type { AliasChange } from '@pitboard/contract/season-management'
import { useState } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Select } from '../../../ui/forms/select.tsx'

interface MergeFormProps {
  readonly season: Season
  /** Resolves with what is wrong. */
  readonly onPreview: (change: AliasChange) => Promise<string | null>
}

export function MergeForm({ season, onPreview }: MergeFormProps) {
  const text = useText()
  const [name, setName] = useState<string | null>(null)
  const [alias, setAlias] = useState<string | null>(null)
  const options = season.standings.drivers
    .filter(({ isHidden }) => !isHidden)
    .map((driver) => ({ value: driver.name, label: driver.name }))

  async function preview() {
    if (name === null || alias === null) return { form: text('organiser.twoNamesNeeded') }
    if (name === alias) return { form: text('organiser.sameNameTwice') }
    const problem = await onPreview({ merge: { name, aliases: [alias] } })
    return problem === null ? null : { form: problem }
  }

  return (
    <div className="max-w-2xl">
      <Form
        label={text('organiser.merge')}
        submitLabel={text('organiser.seeWhatMoves')}
        submitLook="secondary"
        onSubmit={preview}
      >
        {() => (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={text('organiser.mergeThis')}>
              <Select
                options={options}
                placeholder={text('organiser.chooseDriver')}
                value={alias}
                onChange={setAlias}
              />
            </Field>
            <Field label={text('organiser.mergeInto')}>
              <Select
                options={options}
                placeholder={text('organiser.chooseDriver')}
                value={name}
                onChange={setName}
              />
            </Field>
          </div>
        )}
      </Form>
    </div>
  )
}
