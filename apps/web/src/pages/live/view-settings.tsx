import {
  chooseNotification,
  chooseSound,
  useAlertChoice,
} from '../../features/race-control/alert-choice.ts'
import { sessionKind } from '../../timing/session-kind.ts'
import { useLive, useLiveStore, useLiveView } from '../../features/live/use-live.ts'
import {
  chooseColumns,
  useChosenColumns,
} from '../../features/timing-tower/columns/column-choice.ts'
import { TOWER_COLUMNS } from '../../features/timing-tower/columns/tower-columns.tsx'
import { FIXED_COLUMNS, TOWER_PRESETS } from '../../features/timing-tower/columns/tower-presets.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { OrderedChoice } from './ordered-choice.tsx'
import { type Panel, PANELS, showPanels, useShownPanels } from './panel-choice.ts'

const PANEL_NAMES: Readonly<Record<Panel, PlainKey>> = {
  map: 'screen.map',
  weather: 'screen.weather',
  driver: 'panels.driver',
  raceControl: 'screen.raceControl',
  battles: 'panels.battles',
  pitWindow: 'panels.pitWindow',
  raceTrace: 'panels.raceTrace',
  positions: 'panels.positions',
  tyreLife: 'panels.tyreLife',
  championship: 'panels.championship',
}

/** Which columns and panels this device shows, and in which order. */
export function ViewSettings() {
  const text = useText()
  const kind = sessionKind(useLive((session) => session.sessionType) ?? 0)
  const session = useLiveStore().view().session
  const isReplay = useLiveView(({ connection }) => connection.kind === 'replay')
  const columns = useChosenColumns(kind)
  const panels = useShownPanels()
  const preset = TOWER_PRESETS[kind]
  return (
    <>
      <OrderedChoice
        legend={text('panels.panels')}
        options={PANELS.map((key) => ({ key, label: text(PANEL_NAMES[key]) }))}
        chosen={panels}
        onChange={showPanels}
        onReset={() => showPanels(PANELS)}
      />
      <OrderedChoice
        legend={text('panels.columns')}
        options={[...preset.columns, ...preset.more].map((key) => ({
          key,
          label: text(TOWER_COLUMNS[key].long),
        }))}
        chosen={columns}
        fixed={FIXED_COLUMNS}
        onChange={(chosen) => chooseColumns(kind, chosen)}
        onReset={() => chooseColumns(kind, null)}
      />
      {!isReplay && (
        <>
          <AlertSettings />
          <TextLink
            to="/streamOverlay"
            search={{ session: session?.id ?? '', user: session?.userId ?? '' }}
          >
            {text('panels.streamOverlay')}
          </TextLink>
        </>
      )}
    </>
  )
}

function AlertSettings() {
  const text = useText()
  const { sound, notification } = useAlertChoice()
  return (
    <fieldset>
      <legend className="label px-2 pt-1">{text('panels.alerts')}</legend>
      <Alert label={text('panels.sound')} checked={sound} onChange={chooseSound} />
      <Alert
        label={text('panels.notification')}
        checked={notification}
        onChange={(checked) => void chooseNotification(checked)}
      />
    </fieldset>
  )
}

interface AlertProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Alert({ label, checked, onChange }: AlertProps) {
  return (
    <label className="control flex cursor-pointer items-center gap-3 rounded-s px-2 hover:bg-line-strong">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-text"
      />
      {label}
    </label>
  )
}
