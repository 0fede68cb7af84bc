// No catalogue is there to take these from.
const TEXTS = [
  { lang: 'en', message: 'Pitboard could not be loaded.', retry: 'Try again' },
  { lang: 'de', message: 'Pitboard konnte nicht geladen werden.', retry: 'Noch einmal versuchen' },
] as const

/**
 * Replaces the site if no language could be fetched. Resolves for another attempt: the reader asks
 * for one, or the network is back.
 */
export function showNotLoaded(): Promise<void> {
  const box = document.body.appendChild(document.createElement('div'))
  box.role = 'alert'
  box.className = 'mx-auto flex max-w-prose flex-col items-start gap-4 p-6'
  return new Promise((resolve) => {
    function retry(): void {
      removeEventListener('online', retry)
      box.remove()
      resolve()
    }
    addEventListener('online', retry)
    for (const { lang, message, retry: label } of TEXTS) {
      const line = box.appendChild(document.createElement('p'))
      line.lang = lang
      line.textContent = `${message} `
      const button = line.appendChild(document.createElement('button'))
      button.textContent = label
      button.className = 'underline'
      button.addEventListener('click', retry)
    }
  })
}
