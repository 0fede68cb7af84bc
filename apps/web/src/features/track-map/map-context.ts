/** The painter of the map runs in a worker or in the page. */
export type MapCanvasElement = HTMLCanvasElement | OffscreenCanvas
export type MapContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function contextOf(canvas: MapCanvasElement): MapContext | null {
  return 'transferToImageBitmap' in canvas ? canvas.getContext('2d') : canvas.getContext('2d')
}
