/** Tells when the page comes to a screen of another density, or is zoomed: a canvas is blurred then. */
export function onDensityChange(tell: () => void): () => void {
  let present: MediaQueryList | undefined

  function wait(): void {
    present?.removeEventListener('change', change)
    present = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    present.addEventListener('change', change)
  }
  function change(): void {
    wait()
    tell()
  }

  wait()
  return () => present?.removeEventListener('change', change)
}
