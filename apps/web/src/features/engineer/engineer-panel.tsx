import { getActiveLanguage } from '../../messages/language.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { useStore } from '../../state/store.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { useLive } from '../race/use-live.ts'
import { maySpeak, useDeviceVoices } from './device-voice.ts'
import { ENGINEER_TOPICS, type EngineerTopic } from './engineer-call.ts'
import { changeEngineer, RATES, useEngineerChoice } from './engineer-choice.ts'
import { engineerSwitch, switchEngineer } from './engineer-switch.ts'
import { engineerReports } from './engineer-reports.ts'

/** Starts the race engineer, chooses the driver, and shows what was reported. */
export function EngineerPanel() {
  const t = useText()
  const isOn = useStore(engineerSwitch)
  return (
    <Card as="section" label={t('engineer.title')} frame>
      <div className="flex items-center gap-3 px-3 py-1.5">
        <div className="min-w-0 flex-1">
          <h2 className="label">{t('engineer.title')}</h2>
          {!isOn && <p className="text-small text-muted">{t('engineer.note')}</p>}
        </div>
        <Button look="plain" size="small" onClick={switchEngineer}>
          {isOn ? t('engineer.stop') : t('engineer.start')}
        </Button>
      </div>
      {isOn && (
        <div className="flex flex-col gap-2 border-t border-line px-3 py-2">
          <DriverChoice />
          <Reports />
          <details>
            <summary className="cursor-pointer py-1.5 text-small text-muted coarse:py-3">
              {t('engineer.settings')}
            </summary>
            <Settings />
          </details>
        </div>
      )}
    </Card>
  )
}

function DriverChoice() {
  const t = useText()
  const { driverName } = useEngineerChoice()
  const { driverIdx } = useDriverFocus()
  const names = (useLive(({ drivers }) => namesOf(drivers)) ?? '').split('\n')
  const isKnown = driverName !== null && names.includes(driverName)
  return (
    <>
      <Select
        label={t('engineer.driver')}
        value={isKnown ? driverName : FOLLOWED}
        onChange={(name) => changeEngineer({ driverName: name === FOLLOWED ? null : name })}
        options={[
          { value: FOLLOWED, label: t('engineer.followedDriver') },
          ...names.filter((name) => name !== '').map((name) => ({ value: name, label: name })),
        ]}
      />
      {!isKnown && driverIdx === null && (
        <p className="text-small text-muted">{t('engineer.nobody')}</p>
      )}
    </>
  )
}

/** No driver is called so: names have no line breaks. */
const FOLLOWED = '\n'

/** Joins the names to a text, which only changes when a name does. */
function namesOf(drivers: readonly { readonly name: string }[]): string {
  return [...new Set(drivers.map(({ name }) => name))].toSorted().join('\n')
}

function Reports() {
  const t = useText()
  const reports = useStore(engineerReports)
  const voices = useDeviceVoices(getActiveLanguage().language)
  return (
    <>
      {voices.length === 0 ? (
        <p className="text-small text-secondary">{t('engineer.noVoice')}</p>
      ) : (
        !maySpeak() && <p className="text-small text-secondary">{t('engineer.pressToSpeak')}</p>
      )}
      {reports.length === 0 ? (
        <p className="text-small text-muted">{t('engineer.nothingYet')}</p>
      ) : (
        <ol
          aria-label={t('engineer.reports')}
          className="flex max-h-44 flex-col gap-1 overflow-auto"
        >
          {reports.map(({ id, sentence }, index) => (
            <li key={id} className={index === 0 ? 'font-semibold' : 'text-muted'}>
              {sentence}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const TOPIC_NAMES: Readonly<Record<EngineerTopic, PlainKey>> = {
  gaps: 'engineer.topicGaps',
  battles: 'engineer.topicBattles',
  stops: 'engineer.topicStops',
  laps: 'engineer.topicLaps',
  penalties: 'engineer.topicPenalties',
  flags: 'engineer.topicFlags',
  points: 'engineer.topicPoints',
}

const AUTOMATIC = ''

function Settings() {
  const t = useText()
  const { topics, gapsEvery, rate, voiceUri, isSilentInBackground } = useEngineerChoice()
  const voices = useDeviceVoices(getActiveLanguage().language)
  const number = new Intl.NumberFormat(t.locale, { minimumFractionDigits: 1 })
  const choose = (topic: EngineerTopic, isChosen: boolean) =>
    changeEngineer({
      topics: ENGINEER_TOPICS.filter((each) => (each === topic ? isChosen : topics.includes(each))),
    })
  return (
    <div className="flex flex-col gap-2">
      <fieldset>
        <legend className="label">{t('engineer.topics')}</legend>
        {ENGINEER_TOPICS.map((topic) => (
          <Checkbox
            key={topic}
            label={t(TOPIC_NAMES[topic])}
            checked={topics.includes(topic)}
            onChange={(isChosen) => choose(topic, isChosen)}
          />
        ))}
      </fieldset>
      <div>
        <p className="label">{t('engineer.gapsEvery')}</p>
        <ChoiceBar
          label={t('engineer.gapsEvery')}
          options={[
            { value: 'lap', label: t('engineer.everyLap') },
            { value: 'sector', label: t('engineer.everySector') },
          ]}
          value={gapsEvery}
          onChange={(each) => changeEngineer({ gapsEvery: each })}
        />
      </div>
      <label className="flex flex-col gap-1">
        <span className="label">
          {t('engineer.rate')} {number.format(rate)}×
        </span>
        <input
          type="range"
          min={RATES.least}
          max={RATES.most}
          step={RATES.step}
          value={rate}
          onChange={({ target }) => changeEngineer({ rate: target.valueAsNumber })}
          className="control w-full accent-text"
        />
      </label>
      {voices.length > 1 && (
        <label className="flex flex-col gap-1">
          <span className="label">{t('engineer.voice')}</span>
          <Select
            value={voices.some(({ voiceURI }) => voiceURI === voiceUri) ? voiceUri : AUTOMATIC}
            onChange={(uri) => changeEngineer({ voiceUri: uri === AUTOMATIC ? null : uri })}
            options={[
              { value: AUTOMATIC, label: t('engineer.automaticVoice') },
              ...voices.map(({ voiceURI, name }) => ({ value: voiceURI, label: name })),
            ]}
          />
        </label>
      )}
      <Checkbox
        label={t('engineer.silentInBackground')}
        checked={isSilentInBackground}
        onChange={(isSilent) => changeEngineer({ isSilentInBackground: isSilent })}
      />
    </div>
  )
}
