import type { ComponentType } from 'react'
import { BattlePanel } from '../../features/outlook/battle-panel.tsx'
import { ChampionshipPanel } from '../../features/outlook/championship-panel.tsx'
import { DriverOutlook } from '../../features/outlook/driver-outlook.tsx'
import { PitWindowPanel } from '../../features/outlook/pit-window-panel.tsx'
import { StintPanel } from '../../features/outlook/stint-panel.tsx'
import { TyreLifePanel } from '../../features/outlook/tyre-life-panel.tsx'
import { WeatherPanel } from '../../features/race-control/weather-panel.tsx'
import { loadNamespace } from '../../messages/language.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import type { LatePanelName } from './panel-choice.ts'

const DriverPanel = lazyPart(
  async () => (await import('../../features/driver-panel/driver-panel.tsx')).DriverPanel,
  { fallback: null },
)

const QualifyingPanel = lazyPart(
  async () => (await import('../../features/timed-laps/qualifying-panel.tsx')).QualifyingPanel,
  { texts: ['timed'], fallback: null },
)
const LongRunsPanel = lazyPart(
  async () => (await import('../../features/timed-laps/long-runs-panel.tsx')).LongRunsPanel,
  { texts: ['timed'], fallback: null },
)
const TimeTrialPanel = lazyPart(
  async () => (await import('../../features/timed-laps/time-trial-panel.tsx')).TimeTrialPanel,
  { texts: ['timed'], fallback: null },
)

const EngineerPanel = lazyPart(
  async () => (await import('../../features/engineer/engineer-panel.tsx')).EngineerPanel,
  { texts: ['engineer'], fallback: null },
)

const RaceTracePanel = lazyPart(async () => (await loadCharts()).RaceTracePanel, { fallback: null })
const PositionPanel = lazyPart(async () => (await loadCharts()).PositionPanel, { fallback: null })

async function loadCharts() {
  await loadNamespace('charts')
  return import('../../features/outlook/race-charts.tsx')
}

const COMPONENTS: Readonly<Record<LatePanelName, ComponentType>> = {
  driver: () => <DriverPanel Outlook={DriverOutlook} />,
  qualifying: QualifyingPanel,
  longRuns: LongRunsPanel,
  timeTrial: TimeTrialPanel,
  engineer: EngineerPanel,
  battles: BattlePanel,
  pitWindow: PitWindowPanel,
  stints: StintPanel,
  raceTrace: RaceTracePanel,
  positions: PositionPanel,
  tyreLife: TyreLifePanel,
  weather: WeatherPanel,
  championship: ChampionshipPanel,
}

/** Shows a panel that is fetched after the tower and the map. */
export function LatePanel({ panel }: { readonly panel: LatePanelName }) {
  const Component = COMPONENTS[panel]
  return <Component />
}
