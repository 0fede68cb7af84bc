import type { PlotWindow } from '../../timing/plot/plot-window.ts'
import { CHANNEL_KEYS, CHANNELS_AT_FIRST, type ShownChannel } from './strips/shown-channels.ts'

/** A map of compared laps is coloured by the quickest lap, or by the speed of the reference. */
export type MapColouring = 'gain' | 'speed'

/** An address says this about the page, beside its laps. */
export interface CompareSearch {
  /** The form is `FROM-TO` in metres. */
  readonly zoom: string
  /** The cursor is there, in metres. */
  readonly at: string
  readonly channels: string
  readonly map: string
  /** "1" draws the theoretical lap. */
  readonly theory: string
}

export function readChannels(text: string): readonly ShownChannel[] {
  const named = text.split('.')
  const known = CHANNEL_KEYS.filter((key) => named.includes(key))
  return known.length === 0 ? CHANNELS_AT_FIRST : known
}

/** Writes the channels in the order of the page; returns an empty text for the channels that are shown at first. */
export function writeChannels(channels: readonly ShownChannel[]): string {
  const text = CHANNEL_KEYS.filter((key) => channels.includes(key)).join('.')
  return text === CHANNELS_AT_FIRST.join('.') ? '' : text
}

export function readColouring(text: string): MapColouring {
  return text === 'speed' ? 'speed' : 'gain'
}

export function readMetres(text: string): number | null {
  return /^\d{1,5}$/.test(text) ? Number(text) : null
}

/** Reads the part of the lap in sight, in metres. */
export function readZoom(text: string): PlotWindow | null {
  const [, from, to] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}
