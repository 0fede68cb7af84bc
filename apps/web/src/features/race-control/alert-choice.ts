import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore, useStore } from '../../state/store.ts'

/** This device announces messages of race control like this, besides the feed. */
export interface AlertChoice {
  readonly sound: boolean
  readonly notification: boolean
}

const STORAGE_KEY = 'live.alerts'

const choice = createStore(readChoice())

/** Reads `sound,notification`; one without the permission counts as off. */
function readChoice(): AlertChoice {
  const stored = readStored(STORAGE_KEY)?.split(',') ?? []
  return {
    sound: stored.includes('sound'),
    notification: stored.includes('notification') && isPermitted(),
  }
}

function isPermitted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

export function useAlertChoice(): AlertChoice {
  return useStore(choice)
}

export function chooseSound(sound: boolean): void {
  store({ ...choice.get(), sound })
}

/** Asks the visitor for the permission; without it nothing changes. */
export async function chooseNotification(notification: boolean): Promise<void> {
  if (notification && 'Notification' in window) await Notification.requestPermission()
  store({ ...choice.get(), notification: notification && isPermitted() })
}

function store(next: AlertChoice): void {
  choice.set(next)
  const chosen = [next.sound ? 'sound' : '', next.notification ? 'notification' : '']
  writeStored(STORAGE_KEY, chosen.filter((name) => name !== '').join())
}
