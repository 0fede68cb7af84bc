import { Fragment } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import type { GuideFigure } from './guides.ts'

interface FlowStep {
  readonly what: PlainKey
  /** It says who does it, or on which page or device. */
  readonly where: PlainKey
}

const SERVER: FlowStep = { what: 'guides.server', where: 'guides.serverWhere' }
const VIEWERS: FlowStep = { what: 'guides.viewers', where: 'guides.viewersWhere' }

const FLOWS = {
  pc: [{ what: 'guides.pcGame', where: 'guides.pcGameWhere' }, SERVER, VIEWERS],
  consoles: [
    { what: 'guides.consoleGame', where: 'guides.consoleGameWhere' },
    { what: 'guides.consoleRecorder', where: 'guides.consoleRecorderWhere' },
    SERVER,
    VIEWERS,
  ],
  night: [
    { what: 'guides.nightCalendar', where: 'guides.nightCalendarWhere' },
    { what: 'guides.nightLink', where: 'guides.nightLinkWhere' },
    { what: 'guides.nightNames', where: 'guides.nightNamesWhere' },
    { what: 'guides.nightDecide', where: 'guides.nightDecideWhere' },
    { what: 'guides.nightPublish', where: 'guides.nightPublishWhere' },
  ],
  case: [
    { what: 'guides.caseReport', where: 'guides.caseReportWhere' },
    { what: 'guides.caseResponse', where: 'guides.caseResponseWhere' },
    { what: 'guides.caseRoom', where: 'guides.caseRoomWhere' },
    { what: 'guides.caseDecision', where: 'guides.caseDecisionWhere' },
    { what: 'guides.caseAppeal', where: 'guides.caseAppealWhere' },
  ],
} as const satisfies Readonly<
  Record<Exclude<GuideFigure, 'settings' | 'scene'>, readonly FlowStep[]>
>

const SETTINGS: readonly (readonly [
  setting: PlainKey,
  value: PlainKey | { readonly is: string },
])[] = [
  ['guides.settingTelemetry', 'guides.settingTelemetryValue'],
  ['guides.settingBroadcast', 'guides.settingBroadcastValue'],
  ['guides.settingAddress', { is: '127.0.0.1' }],
  ['guides.settingPort', { is: '20777' }],
  ['guides.settingRate', { is: '60 Hz' }],
  ['guides.settingFormat', 'guides.settingFormatValue'],
  ['guides.settingYours', 'guides.settingYoursValue'],
]

export function Figure({ name }: { readonly name: GuideFigure }) {
  if (name === 'settings') return <SettingsFigure />
  if (name === 'scene') return <SceneFigure />
  return <FlowFigure steps={FLOWS[name]} />
}

/** Shows what happens one after the other, and where: the road of the telemetry, the evening of an organiser. */
function FlowFigure({ steps }: { readonly steps: readonly FlowStep[] }) {
  const t = useText()
  return (
    <Card as="ol">
      {steps.map(({ what, where }, index) => (
        <li key={what} className="relative flex items-center gap-4 pb-5 last:pb-0">
          {index < steps.length - 1 && (
            <span aria-hidden className="absolute top-9 bottom-0 left-4 w-px bg-line-strong" />
          )}
          <span
            aria-hidden
            className="timing flex size-8 shrink-0 items-center justify-center rounded-full border border-line-strong bg-raised text-timing font-semibold"
          >
            {index + 1}
          </span>
          <span className="min-w-0">
            <span className="block font-timing text-timing font-semibold">{t(what)}</span>
            <span className="block text-small text-muted">{t(where)}</span>
          </span>
        </li>
      ))}
    </Card>
  )
}

/** Shows the lines of the game's menu with the values that the site needs. */
function SettingsFigure() {
  const t = useText()
  return (
    <Card as="figure" frame>
      <figcaption className="border-b border-line-strong bg-raised px-4 py-2 font-timing text-timing font-semibold uppercase">
        {t('guides.settingsMenu')}
      </figcaption>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] odd:[&>dt]:bg-stripe">
        {SETTINGS.map(([setting, value]) => (
          <Fragment key={setting}>
            <dt className="border-b border-line px-4 py-2 text-muted">{t(setting)}</dt>
            <dd className="timing border-b border-line px-4 py-2 text-right text-timing font-semibold">
              {typeof value === 'string' ? t(value) : value.is}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}

const ROWS = [1, 2, 3, 4, 5, 6, 7] as const

/** Shows where the parts of the overlay stand in the picture of a stream. */
function SceneFigure() {
  const t = useText()
  const label = 'absolute font-timing text-small font-semibold'
  return (
    <figure>
      <div className="relative aspect-video overflow-hidden rounded-l border border-line-strong bg-road-sector-1">
        <svg viewBox="0 0 160 90" aria-hidden className="absolute inset-0 size-full">
          <path d="M0 90 L62 34 L98 34 L160 90 Z" className="fill-road-sector-2" />
          <path
            d="M80 34 L80 90"
            className="stroke-road"
            strokeWidth="0.8"
            strokeDasharray="4 5"
            fill="none"
          />
          {ROWS.map((row) => (
            <g key={row}>
              <rect x="6" y={9 + row * 7} width="34" height="5.6" className="fill-panel" />
              <rect
                x="6"
                y={9 + row * 7}
                width="1.4"
                height="5.6"
                className={row === 1 ? 'fill-session-best' : 'fill-in-pit'}
              />
              <rect x="10" y={11 + row * 7} width="14" height="1.6" className="fill-text" />
              <rect x="30" y={11 + row * 7} width="7" height="1.6" className="fill-muted" />
            </g>
          ))}
          <rect x="112" y="9" width="42" height="15" className="fill-panel" />
          <rect x="115" y="16" width="16" height="1.8" className="fill-text" />
          <rect x="136" y="16" width="14" height="1.8" className="fill-secondary" />
          <rect x="54" y="70" width="62" height="13" className="fill-panel" />
          <rect x="54" y="70" width="2" height="13" className="fill-primary" />
          <rect x="60" y="77" width="26" height="2" className="fill-text" />
        </svg>
        <span className={`${label} top-[9%] left-[4%]`}>{t('guides.sceneTower')}</span>
        <span className={`${label} top-[10.5%] right-[5%]`}>{t('guides.sceneBattle')}</span>
        <span className={`${label} bottom-[14%] left-[38%]`}>{t('guides.sceneThird')}</span>
      </div>
      <figcaption className="mt-2 text-small text-muted">{t('guides.scene')}</figcaption>
    </figure>
  )
}
