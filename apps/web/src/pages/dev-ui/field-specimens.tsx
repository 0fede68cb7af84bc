import { useState } from 'react'
import { Checkbox, Switch } from '../../ui/forms/checkbox.tsx'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input, TextArea } from '../../ui/forms/input.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/forms/select.tsx'

const TRACKS = [
  { value: 'spa', label: 'Spa' },
  { value: 'monza', label: 'Monza' },
  { value: 'hanoi', label: 'Hanoi', disabled: true },
] as const

type Track = (typeof TRACKS)[number]['value']

export function FieldSpecimens() {
  const [track, setTrack] = useState<Track | null>(null)
  const [group, setGroup] = useState<'gaps' | 'laps' | 'stops'>('gaps')
  return (
    <Section title="Fields">
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 wide:grid-cols-4">
        <Field label="League name" hint="Shown in lists and links.">
          <Input placeholder="Sunday league" />
        </Field>
        <Field label="League name" error="A league with this name exists already.">
          <Input defaultValue="Sunday league" />
        </Field>
        <Field label="Address" disabled>
          <Input defaultValue="https://example.org" />
        </Field>
        <Field label="Description" hint="Grows with what is written.">
          <TextArea defaultValue={'Every Sunday at eight.\nOpen to everyone.'} />
        </Field>
        <Field label="Track">
          <Select options={TRACKS} value={track} onChange={setTrack} placeholder="Choose a track" />
        </Field>
        <Field label="Track" error="A season needs a track.">
          <Select options={TRACKS} value={null} onChange={setTrack} placeholder="Choose a track" />
        </Field>
        <div>
          <Checkbox label="Public league" defaultChecked />
          <Checkbox label="Drop worst result" />
          <Checkbox label="Not to be changed" disabled defaultChecked />
        </div>
        <div>
          <Switch label="Record" defaultChecked />
          <Switch label="Forward datagrams" />
          <Switch label="Not to be changed" disabled />
        </div>
        <ChoiceBar
          label="Columns"
          value={group}
          onChange={setGroup}
          options={[
            { value: 'gaps', label: 'Gaps' },
            { value: 'laps', label: 'Laps' },
            { value: 'stops', label: 'Stops' },
          ]}
        />
      </div>
    </Section>
  )
}
