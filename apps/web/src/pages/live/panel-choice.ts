import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore, useStore } from '../../state/store.ts'

/** The panels beside the tower, in their order; a phone shows each group on a page of its own. */
export const PANEL_GROUPS = {
  map: ['map', 'weather'],
  feed: ['driver', 'raceControl'],
  outlook: ['battles', 'pitWindow', 'raceTrace', 'positions', 'tyreLife', 'championship'],
} as const

export type PanelGroup = keyof typeof PANEL_GROUPS
export type Panel = (typeof PANEL_GROUPS)[PanelGroup][number]
export type LatePanelName = Exclude<Panel, 'map' | 'weather' | 'raceControl'>

export const PANELS: readonly Panel[] = Object.values(PANEL_GROUPS).flat()

const STORAGE_KEY = 'live.panels'

const shown = createStore(readPanels())

/** `map,raceControl`: the panels shown, in their order; all where nothing was chosen. */
function readPanels(): readonly Panel[] {
  const stored = readStored(STORAGE_KEY)
  if (stored === null) return PANELS
  const keys = stored.split(',')
  return PANELS.filter((panel) => keys.includes(panel)).toSorted(
    (a, b) => keys.indexOf(a) - keys.indexOf(b),
  )
}

export function useShownPanels(): readonly Panel[] {
  return useStore(shown)
}

export function showPanels(panels: readonly Panel[]): void {
  shown.set(panels)
  writeStored(STORAGE_KEY, panels.join())
}

/** The groups that have a panel, by their first one, with their panels in order. */
export function groupPanels(
  panels: readonly Panel[],
): readonly { readonly group: PanelGroup; readonly panels: readonly Panel[] }[] {
  const groups: PanelGroup[] = ['map', 'feed', 'outlook']
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
