import { notifications, type PushDevice } from '@pitboard/contract/notifications/notifications'
import { call } from '../../api/call.ts'
import { readStored, writeStored } from '../../state/browser-storage.ts'

/** The id of this browser's subscription is stored under this key. */
const STORED = 'pushDevice'
const WORKER = '/push-worker.js'

export function canSubscribe(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** Finds the device of this browser, if it is subscribed for this user. */
export function findOwnDevice(devices: readonly PushDevice[]): PushDevice | undefined {
  const id = readStored(STORED)
  return devices.find((device) => device.id === id)
}

/** Resolves with false if the user or the browser does not allow it. */
export async function subscribeBrowser(pushKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with another key would be refused by the push service.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return false
  const device = await call(notifications.subscribe, { body: { endpoint, p256dh, auth } })
  writeStored(STORED, device.id)
  return true
}

export async function endSubscription(id: string): Promise<void> {
  await call(notifications.unsubscribe, { params: { id } })
  if (readStored(STORED) !== id) return
  writeStored(STORED, null)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
