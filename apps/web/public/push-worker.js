// Shows what the server pushes, also while no page of the site is open, and opens the page about it.

self.addEventListener('push', (event) => {
  const message = readMessage(event.data)
  if (!message) return
  const { title, text, path, tag } = message
  const shown = self.registration.showNotification(title, {
    body: text,
    tag,
    icon: '/icon-192.png',
    data: { path },
  })
  event.waitUntil(shown)
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data.path, self.location.origin)
  if (url.origin === self.location.origin) event.waitUntil(openPage(url.href))
})

function readMessage(data) {
  try {
    return data.json()
  } catch {
    return null
  }
}

async function openPage(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => page.url === url)
  return open ? open.focus() : self.clients.openWindow(url)
}
