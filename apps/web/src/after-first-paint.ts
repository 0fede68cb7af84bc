/**
 * Resolves once the browser has shown what the server sent: on a slow machine the subject is read
 * while the app is made. A page in the background shows nothing and waits for nothing.
 */
export function afterFirstPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
