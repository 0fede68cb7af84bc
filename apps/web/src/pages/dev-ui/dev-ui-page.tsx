import { ButtonSpecimens, ColourSpecimens, StateSpecimens } from './state-specimens.tsx'
import { FieldSpecimens } from './field-specimens.tsx'
import { OverlaySpecimens } from './overlay-specimens.tsx'
import { LayoutSpecimens, TypeSpecimens } from './visual-language-specimens.tsx'
import { TableSpecimens } from './table-specimens.tsx'
import { TimingSpecimens } from './timing-specimens.tsx'

/** Shows every part in every state, in development alone; its words are no messages of the site. */
export function DevUiPage() {
  return (
    <div className="flex flex-col gap-10">
      <title>Parts · Pitboard</title>
      <h1>Parts</h1>
      <TypeSpecimens />
      <LayoutSpecimens />
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
