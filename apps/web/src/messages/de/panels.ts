import type { panels as english } from '../en/panels.ts'
import type { Translation } from '../en/message.ts'

export const panels = {
  driver: 'Fahrer',
  laps: 'Runden des Fahrers',
  stints: 'Stints',
  positionOf: 'P{position}',
  pin: 'Merken',
  ahead: 'Vor',
  behind: 'Hinter',
  compare: 'Vergleichen mit …',
  compareWith: 'Runden vergleichen mit',
  warnings: { one: '{count} Verwarnung', other: '{count} Verwarnungen' },
  time: 'Zeit',
  difference: 'Diff.',
  lapsFromTo: 'R{from}–{to}',
  columns: 'Spalten dieser Session',
  panels: 'Ansichten',
  moveUp: '{name} nach oben',
  moveDown: '{name} nach unten',
  reset: 'Zurück zum Standard',
  keyFrame: 'Rahmen der Seite aus- oder einblenden',
  keyFollow: 'Dem Fahrer darüber oder darunter folgen',
  keyRelease: 'Niemandem folgen',
  keyHelp: 'Diese Liste zeigen',
} satisfies Translation<typeof english>
