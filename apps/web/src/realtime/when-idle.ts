const WITHIN_MS = 3000

/** Resolves once the page has loaded and the browser has nothing better to do. */
export async function atRest(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: WITHIN_MS })
    else setTimeout(resolve)
  })
}
