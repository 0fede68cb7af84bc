import { fitTrack } from '@pitboard/analysis/track/track-geometry'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { COLOURS } from './frame.ts'
import type { Block } from './stacked-picture.ts'

type Box = Parameters<typeof fitTrack>[1] & { readonly left: number; readonly top: number }

/** Draws the outline of a track with its start line; returns '' without an outline. */
export function trackPicture(outline: SessionDetail['trackOutline'], box: Box): string {
  const track = fitTrack(outline, box)
  if (!track) return ''
  const stroke = (colour: string, width: number) =>
    `<path d="${track.path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`
  const dot = track.line
    ? `<circle cx="${track.line.left.toFixed(1)}" cy="${track.line.top.toFixed(1)}" r="11" fill="${COLOURS.text}" stroke="${COLOURS.page}" stroke-width="5"/>`
    : ''
  return `<g transform="translate(${box.left} ${box.top})">${stroke(COLOURS.line, 18)}${stroke(COLOURS.text, 6)}${dot}</g>`
}

/** Returns the outline as a block of a picture; none without an outline. */
export function trackBlocks(outline: SessionDetail['trackOutline'], height: number): Block[] {
  if (outline.length === 0) return []
  return [
    {
      height,
      draw: ({ left, top, width }) =>
        trackPicture(outline, { left, top, width, height, padding: 0 }),
    },
  ]
}
