// No catalogue is there to take these from.
const TEXTS = [
  { lang: 'en', message: 'Pitboard could not be loaded.', retry: 'Try again' },
  { lang: 'de', message: 'Pitboard konnte nicht geladen werden.', retry: 'Noch einmal versuchen' },
] as const

/**
 * Replaces the site if no language could be fetched, until the reader asks for another attempt or the network is back.
 * Then the page is reloaded: many browsers do not request a failed module again.
 */
export function showNotLoaded(): void {
  const box = document.body.appendChild(document.createElement('div'))
  box.role = 'alert'
  box.className = 'mx-auto flex max-w-prose flex-col items-start gap-4 p-6'
  addEventListener('online', () => location.reload())
  for (const { lang, message, retry } of TEXTS) {
    const line = box.appendChild(document.createElement('p'))
    line.lang = lang
    line.textContent = `${message} `
    const button = line.appendChild(document.createElement('button'))
    button.textContent = retry
    button.className = 'underline'
    button.addEventListener('click', () => location.reload())
  }
}
