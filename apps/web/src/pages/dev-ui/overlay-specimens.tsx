import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Menu } from '../../ui/choices/menu.tsx'
import { Section } from '../../ui/section.tsx'
import { Tabs } from '../../ui/choices/tabs.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { Specimen, SpecimenRow } from './specimen.tsx'

type View = 'drivers' | 'teams' | 'tracks'

export function OverlaySpecimens() {
  const [open, setOpen] = useState(false)
  const [view, setView] = useState<View>('drivers')
  const close = () => setOpen(false)
  return (
    <Section title="What opens over the page">
      <SpecimenRow>
        <Specimen name="dialog">
          <Button onClick={() => setOpen(true)}>Delete season</Button>
        </Specimen>
        <Specimen name="menu">
          <Menu
            label="Season"
            items={[
              { label: 'Rename', onSelect: () => undefined },
              { label: 'Export', icon: 'download', onSelect: () => undefined },
              { label: 'Not now', disabled: true, onSelect: () => undefined },
              { label: 'Delete', danger: true, onSelect: () => undefined },
            ]}
          />
        </Specimen>
        <Specimen name="toast">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void showToast({ title: 'Season saved', tone: 'good' })}>
              Good
            </Button>
            <Button
              onClick={() =>
                void showToast({
                  title: 'The season was not saved',
                  description: 'The server did not answer.',
                  tone: 'bad',
                })
              }
            >
              Bad
            </Button>
          </div>
        </Specimen>
      </SpecimenRow>
      <div className="mt-6 max-w-xl">
        <Tabs
          label="Standings"
          value={view}
          onChange={setView}
          tabs={[
            { key: 'drivers', label: 'Drivers', content: <p>Drivers by points.</p> },
            { key: 'teams', label: 'Teams', content: <p>Teams by points.</p> },
            { key: 'tracks', label: 'Tracks', content: null, disabled: true },
          ]}
        />
      </div>
      <Dialog
        open={open}
        onClose={close}
        title="Delete season"
        description="Its events go with it. The recorded sessions stay."
        actions={
          <>
            <Button look="quiet" onClick={close}>
              Cancel
            </Button>
            <Button look="danger" onClick={close}>
              Delete
            </Button>
          </>
        }
      >
        <Field label="Type the season's name">
          <Input />
        </Field>
      </Dialog>
    </Section>
  )
}
