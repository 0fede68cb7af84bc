import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Drawer } from '../../ui/forms/drawer.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Menu } from '../../ui/forms/menu.tsx'
import { Section } from '../../ui/section.tsx'
import { Tabs } from '../../ui/forms/tabs.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { Tooltip } from '../../ui/forms/tooltip.tsx'
import { Specimen, SpecimenRow } from './specimen.tsx'

type View = 'drivers' | 'teams' | 'tracks'

export function OverlaySpecimens() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const [view, setView] = useState<View>('drivers')
  const close = () => setOpen(null)
  return (
    <Section title="What opens over the page">
      <SpecimenRow>
        <Specimen name="dialog">
          <Button onClick={() => setOpen('dialog')}>Delete season</Button>
        </Specimen>
        <Specimen name="drawer">
          <Button onClick={() => setOpen('drawer')}>Filters</Button>
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
        <Specimen name="tooltip">
          <Tooltip text="Counted once, however often the game says it">
            <Button look="quiet">Warnings</Button>
          </Tooltip>
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
        open={open === 'dialog'}
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
      <Drawer open={open === 'drawer'} onClose={close} title="Filters" closeLabel="Close filters">
        <p className="text-muted">What the list shows.</p>
      </Drawer>
    </Section>
  )
}
