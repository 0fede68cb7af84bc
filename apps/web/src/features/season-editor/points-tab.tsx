import { findPreset } from '@pitboard/contract/points-presets'
import { seasons } from '@pitboard/contract/season-endpoints'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PayTable } from './pay-table.tsx'
import { type PointsDraft, readDraft, toChoice, toDraft } from './points-draft.ts'
import { PointsFields } from './points-fields.tsx'
import { presetOptions } from './presets.ts'
import type { TabProps } from './tab-props.ts'

const OWN = 'own'

function isDeepEqual(one: PointsDraft, other: PointsDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A preset or one's own rules, with what they pay as they are typed. */
export function PointsTab({ season, edit }: TabProps) {
  const text = useText()
  const { pointsSystem } = season
  const [draft, setDraft] = useState(() => toDraft(pointsSystem))
  const [shown, setShown] = useState(pointsSystem)
  if (shown !== pointsSystem) {
    setShown(pointsSystem)
    // A change from elsewhere is shown, unless something else was typed or chosen here.
    if (isDeepEqual(draft, toDraft(shown))) setDraft(toDraft(pointsSystem))
  }
  const read = readDraft(draft)
  const choice = 'system' in read ? toChoice(read.system) : null
  const preset = choice?.preset ?? OWN

  function choosePreset(name: string) {
    const system = findPreset(name)
    if (system) setDraft(toDraft(system))
  }

  async function save() {
    if (!choice) return { form: text('organiser.pointsInvalid') }
    const body = { id: season.id, pointsSystem: choice }
    return edit.run((ifMatch) => call(seasons.update, { body, ifMatch }), {
      done: text('organiser.pointsSaved'),
    })
  }

  return (
    <div className="grid items-start gap-x-10 gap-y-6 wide:grid-cols-[minmax(0,1fr)_22rem]">
      <Form
        label={text('organiser.pointsSystem')}
        submitLabel={text('organiser.save')}
        onSubmit={save}
      >
        {() => (
          <>
            <div className="max-w-md">
              <Field label={text('organiser.startFrom')}>
                <Select
                  options={[
                    ...presetOptions(text),
                    { value: OWN, label: text('organiser.presetOwn'), disabled: true },
                  ]}
                  value={preset}
                  onChange={choosePreset}
                />
              </Field>
            </div>
            <PointsFields
              draft={draft}
              faults={'faults' in read ? read.faults : []}
              onChange={(change: Partial<PointsDraft>) => setDraft({ ...draft, ...change })}
            />
          </>
        )}
      </Form>
      <PayTable system={'system' in read ? read.system : null} />
    </div>
  )
}
