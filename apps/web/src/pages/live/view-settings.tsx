import { useState } from 'react'
import {
  chooseNotification,
  chooseSound,
  useAlertChoice,
} from '../../features/race-control/alert-choice.ts'
import { useLiveStore, useLiveView, useSessionKind } from '../../features/race/use-live.ts'
import {
  columnChoice,
  useChosenColumns,
} from '../../features/timing-tower/columns/use-chosen-columns.ts'
import { chooseFlyingFirst, flyingFirst } from '../../features/timing-tower/columns/order-choice.ts'
import { TOWER_COLUMNS } from '../../features/timing-tower/columns/tower-columns.tsx'
import { FIXED_COLUMNS, TOWER_PRESETS } from '../../features/timing-tower/columns/tower-presets.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { useStore } from '../../state/store.ts'
import { TextButton } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { PresetSettings } from './preset-settings.tsx'
import { useLeaveLinkedView } from './preset-links.tsx'
import { useDriverFocus } from '../../features/race/driver-focus.tsx'
import { PART_PANELS } from './part-window.ts'
import { OrderedChoice } from './ordered-choice.tsx'
import { isPanelOf, type Panel, panelChoice, PANELS, useShownPanels } from './panel-choice.ts'

const PANEL_NAMES: Readonly<Record<Panel, PlainKey>> = {
  map: 'screen.map',
  weather: 'screen.weather',
  driver: 'panels.driver',
  raceControl: 'screen.raceControl',
  qualifying: 'panels.qualifyingPanel',
  longRuns: 'panels.longRuns',
  timeTrial: 'panels.timeTrialPanel',
  engineer: 'panels.engineer',
  battles: 'panels.battles',
  pitWindow: 'panels.pitWindow',
  raceTrace: 'panels.raceTrace',
  positions: 'panels.positions',
  stints: 'panels.stintOutlook',
  tyreLife: 'panels.tyreLife',
  championship: 'panels.championship',
}

const EmbedForm = lazyPart(
  async () => (await import('../../features/sharing/embed-form.tsx')).EmbedForm,
  { texts: ['embedding'], fallback: null },
)

/** The settings choose a preset, or the columns and panels that this device shows. */
export function ViewSettings() {
  const t = useText()
  const kind = useSessionKind()
  const session = useLiveStore().view().session
  const isReplay = useLiveView(({ connection }) => connection.kind === 'replay')
  const { columns } = useChosenColumns(kind)
  const panels = useShownPanels(kind)
  const preset = TOWER_PRESETS[kind]
  const leaveLinkedView = useLeaveLinkedView()
  const isFlyingFirst = useStore(flyingFirst)
  return (
    <>
      <PresetSettings kind={kind} />
      {kind === 'qualifying' && (
        <SettingSwitch
          label={t('panels.flyingFirst')}
          checked={isFlyingFirst}
          onChange={chooseFlyingFirst}
        />
      )}
      <OrderedChoice
        legend={t('panels.panels')}
        options={PANELS.filter((key) => isPanelOf(key, kind)).map((key) => ({
          key,
          label: t(PANEL_NAMES[key]),
        }))}
        chosen={panels}
        onChange={(chosen) => {
          leaveLinkedView()
          panelChoice.choose(kind, chosen)
        }}
        onReset={() => panelChoice.choose(kind, null)}
      />
      <OrderedChoice
        legend={t('panels.columns')}
        options={[...preset.columns, ...preset.more].map((key) => ({
          key,
          label: t(TOWER_COLUMNS[key].long),
        }))}
        chosen={columns}
        fixed={FIXED_COLUMNS}
        onChange={(chosen) => {
          leaveLinkedView()
          columnChoice.choose(kind, chosen)
        }}
        onReset={() => columnChoice.choose(kind, null)}
      />
      <PartWindows isReplay={isReplay} />
      {!isReplay && (
        <>
          <AlertSettings />
          <TextLink
            to="/streamOverlay"
            search={{ session: session?.id ?? '', user: session?.userId ?? '' }}
          >
            {t('panels.streamOverlay')}
          </TextLink>
          {session && <EmbedSettings sessionId={session.id} userId={session.userId} />}
        </>
      )}
    </>
  )
}

/** The windows are for a second screen and show the same moment as this window. */
function PartWindows({ isReplay }: { readonly isReplay: boolean }) {
  const t = useText()
  const { driverIdx } = useDriverFocus()
  return (
    <fieldset className="px-2 pb-2">
      <legend className="label pt-1">{t('panels.ownWindow')}</legend>
      <ul className="flex flex-wrap gap-x-4">
        {PART_PANELS.filter((panel) => panel !== 'driver' || driverIdx !== null).map((panel) => (
          <li key={panel}>
            <TextLink
              to="."
              // The address of a replay without a moment is that of its result.
              search={(search: object) => ({
                ...search,
                part: panel,
                ...(isReplay ? {} : { t: '' }),
              })}
              target={`pitboard-${panel}`}
            >
              {t(PANEL_NAMES[panel])}
            </TextLink>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

interface EmbedSettingsProps {
  readonly sessionId: string
  readonly userId: string
}

/** The settings stand in the popup itself, because it would cover a dialog. */
function EmbedSettings({ sessionId, userId }: EmbedSettingsProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton onClick={() => setOpen(!isOpen)}>{t('panels.embed')}</TextButton>
      {isOpen && (
        <section aria-label={t('panels.embed')} className="flex flex-col gap-4 p-2">
          <EmbedForm
            tier={null}
            title={t('panels.liveTiming')}
            addresses={[
              { kind: 'live', id: sessionId },
              { kind: 'liveUser', id: userId },
            ]}
          />
        </section>
      )}
    </>
  )
}

function AlertSettings() {
  const t = useText()
  const { sound, notification } = useAlertChoice()
  return (
    <fieldset>
      <legend className="label px-2 pt-1">{t('panels.alerts')}</legend>
      <SettingSwitch label={t('panels.sound')} checked={sound} onChange={chooseSound} />
      <SettingSwitch
        label={t('panels.notification')}
        checked={notification}
        onChange={(checked) => void chooseNotification(checked)}
      />
    </fieldset>
  )
}

interface SettingSwitchProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function SettingSwitch({ label, checked, onChange }: SettingSwitchProps) {
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
