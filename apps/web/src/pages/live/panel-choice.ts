import { createChoiceByKind } from '../../features/live/choice-by-kind.ts'
import { useIsPhone, useViewPreset } from '../../features/live/use-view-preset.ts'
import { linkedPreset, type ViewPreset } from '../../features/live/view-preset.ts'
import { useStore } from '../../state/store.ts'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'

/** The panels beside the tower stand in their order; a phone shows each group on a page of its own. */
const PANEL_GROUPS = {
  map: ['map', 'weather'],
  laps: ['qualifying', 'longRuns', 'timeTrial'],
  feed: ['driver', 'raceControl'],
  outlook: [
    'battles',
    'pitWindow',
    'engineer',
    'stints',
    'raceTrace',
    'positions',
    'tyreLife',
    'championship',
  ],
} as const

export type PanelGroup = keyof typeof PANEL_GROUPS
export type Panel = (typeof PANEL_GROUPS)[PanelGroup][number]
export type LatePanelName = Exclude<Panel, 'map' | 'raceControl'>

export const PANELS: readonly Panel[] = Object.values(PANEL_GROUPS).flat()

const RACE: readonly SessionKind[] = ['race']

/** Only some kinds of session have these panels. */
const PANEL_KINDS: Readonly<Partial<Record<Panel, readonly SessionKind[]>>> = {
  qualifying: ['qualifying'],
  longRuns: ['practice'],
  timeTrial: ['timeTrial'],
  battles: RACE,
  pitWindow: RACE,
  stints: RACE,
  raceTrace: RACE,
  positions: RACE,
  // A single car says little about the life of tyres.
  tyreLife: ['race', 'qualifying', 'practice'],
}

export function isPanelOf(panel: Panel, kind: SessionKind): boolean {
  return PANEL_KINDS[panel]?.includes(kind) ?? true
}

/** Each view shows these of a race, in its order; the first ones stand without scrolling. */
const RACE_VIEWS: Readonly<Record<ViewPreset, readonly Panel[]>> = {
  watch: [
    'map',
    'weather',
    'battles',
    'pitWindow',
    'engineer',
    'championship',
    'raceControl',
    'driver',
  ],
  strategy: [
    'map',
    'weather',
    'battles',
    'pitWindow',
    'stints',
    'tyreLife',
    'raceTrace',
    'positions',
    'championship',
    'raceControl',
    'driver',
  ],
  qualifying: ['map', 'weather', 'driver', 'raceControl'],
  broadcast: ['map', 'weather', 'driver', 'raceControl'],
}

/** Nobody scrolls on a wall: these have room at once. */
const WALL_PANELS: readonly Panel[] = [
  'map',
  'weather',
  'qualifying',
  'timeTrial',
  'driver',
  'raceControl',
]

/** The device's own choice of panels stands in its order, such as `map,raceControl`. */
export const panelChoice = createChoiceByKind<readonly Panel[]>('live.panels', (stored) => {
  const keys = stored.split(',')
  return PANELS.filter((panel) => keys.includes(panel)).toSorted(
    (a, b) => keys.indexOf(a) - keys.indexOf(b),
  )
})

/**
 * Returns the panels shown in a kind of session: those of the address, else those chosen on this device or the
 * preset's.
 */
export function useShownPanels(kind: SessionKind): readonly Panel[] {
  const preset = useViewPreset(kind)
  const isPhone = useIsPhone()
  const own = useStore(panelChoice.choices)[kind]
  const isLinked = useStore(linkedPreset) !== null
  return own !== null && !isLinked ? own : panelsOf(kind, isPhone && !isLinked ? null : preset)
}

/** Null stands for all panels of the kind of session, as on a phone, whose pages have room for them. */
function panelsOf(kind: SessionKind, preset: ViewPreset | null): readonly Panel[] {
  if (kind === 'race' && preset !== null) return RACE_VIEWS[preset]
  const panels = preset === 'broadcast' ? WALL_PANELS : PANELS
  return panels.filter((panel) => isPanelOf(panel, kind))
}

/** Returns the groups that have a panel, by their first one, with their panels in order. */
export function groupPanels(
  panels: readonly Panel[],
): readonly { readonly group: PanelGroup; readonly panels: readonly Panel[] }[] {
  const groups: PanelGroup[] = ['map', 'laps', 'feed', 'outlook']
  const grouped = groups.map((group) => {
    const members: readonly Panel[] = PANEL_GROUPS[group]
    return { group, panels: panels.filter((panel) => members.includes(panel)) }
  })
  return grouped
    .filter((each) => each.panels.length > 0)
    .toSorted((a, b) => firstOf(a.panels) - firstOf(b.panels))

  function firstOf([first]: readonly Panel[]): number {
    return first === undefined ? 0 : panels.indexOf(first)
  }
}
