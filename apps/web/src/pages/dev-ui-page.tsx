import { ButtonSpecimens } from './dev-ui/button-specimens.tsx'
import { ColourSpecimens } from './dev-ui/colour-specimens.tsx'
import { FieldSpecimens } from './dev-ui/field-specimens.tsx'
import { OverlaySpecimens } from './dev-ui/overlay-specimens.tsx'
import { StateSpecimens } from './dev-ui/state-specimens.tsx'
import { TableSpecimens } from './dev-ui/table-specimens.tsx'
import { TimingSpecimens } from './dev-ui/timing-specimens.tsx'

/** Every part in every state, in development alone; its words are no messages of the site. */
export function DevUiPage() {
  return (
    <div className="flex flex-col gap-10">
      <title>Parts · Pitboard</title>
      <h1 className="text-4xl">Parts</h1>
      <ButtonSpecimens />
      <FieldSpecimens />
      <TableSpecimens />
      <OverlaySpecimens />
      <StateSpecimens />
      <TimingSpecimens />
      <ColourSpecimens />
    </div>
  )
}
