import type { Header } from './model.ts'

/**
 * The frame that puts a datagram in its place in the stream; 0 once the session is over (every
 * year). From 2023 it never goes back; in 2022, which has no overall frame, a flashback takes it
 * back, so that frames compare only between two flashbacks.
 */
export function frameOf(header: Header): number {
  return header.overallFrameIdentifier ?? header.frameIdentifier
}

/** Whether this datagram's year lets frames go back after a flashback (2022). */
export function framesGoBack(header: Header): boolean {
  return header.overallFrameIdentifier === null
}
