export interface ToastMessage {
  readonly title: string
  readonly description?: string
  /** `bad` waits until it is closed and is read out at once. */
  readonly tone?: 'plain' | 'good' | 'bad'
  /** It can be done about it, and closes the message, which then stays longer. */
  readonly action?: { readonly label: string; readonly onSelect: () => void }
}

/** Says that something has happened, beside what the user does next. */
export async function showToast(message: ToastMessage): Promise<void> {
  const { addToast } = await import('./toast-region.tsx')
  addToast(message)
}
