/** Notifies when the page moves to a screen of another density or is zoomed, because that blurs a canvas. */
export function onDensityChange(notify: () => void): () => void {
  let present: MediaQueryList | undefined

  function wait(): void {
    present?.removeEventListener('change', change)
    present = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    present.addEventListener('change', change)
  }
  function change(): void {
    wait()
    notify()
  }

  wait()
  return () => present?.removeEventListener('change', change)
}
