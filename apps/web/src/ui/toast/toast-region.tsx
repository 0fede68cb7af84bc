import { Toast } from '@base-ui/react/toast'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { useText } from '../../messages/use-text.ts'
import { buttonClass } from '../buttons/button-variants.ts'
import { Icon } from '../icon.tsx'
import type { ToastMessage } from './toast.ts'

const SHOWN_MS = 6000
/** There has to be time to read it and to reach its button. */
const WITH_ACTION_MS = 15_000
const STRIPES = { plain: 'bg-muted', good: 'bg-good', bad: 'bg-bad' } as const
type Tone = keyof typeof STRIPES

const manager = Toast.createToastManager<{ tone: Tone }>()
let mounted = false
/** Only one message at a time has a button, because it acts on the present state; this is its id. */
let actionId: string | null = null

/** The region comes with the first toast: most visits see none. */
export function addToast({ title, description, action, tone = 'plain' }: ToastMessage): void {
  if (!mounted) mount()
  if (actionId !== null) manager.close(actionId)
  const id: string = manager.add({
    title,
    description,
    onClose: () => passing.delete(id),
    timeout: tone === 'bad' ? 0 : action ? WITH_ACTION_MS : SHOWN_MS,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id)
          action.onSelect()
        },
      },
    }),
    priority: tone === 'bad' ? 'high' : 'low',
    data: { tone },
  })
  actionId = action ? id : null
  if (tone !== 'bad') passing.set(id, 0)
}

/** The map counts how often the reader has gone on since a message was shown; errors wait for the reader. */
const passing = new Map<string, number>()
/** The first time may be part of what the message is about: a form leads to what it has created. */
const MOVES_MAX = 1

function leaveToasts(): void {
  for (const [id, moves] of passing) {
    passing.set(id, moves + 1)
    if (moves < MOVES_MAX) continue
    passing.delete(id)
    manager.close(id)
  }
}

/** Browsers without the Navigation API show a message for its time, wherever the reader goes. */
function followReader(): void {
  let { href } = location
  window.navigation?.addEventListener('currententrychange', () => {
    if (location.href === href) return
    href = location.href
    leaveToasts()
  })
}

function mount(): void {
  mounted = true
  followReader()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  // The manager hands a toast to those who listen by now.
  flushSync(() => root.render(<ToastRegion />))
}

function ToastRegion() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-3 bottom-3 z-50 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col gap-2">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const t = useText()
  const { toasts } = Toast.useToastManager<{ tone: Tone }>()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // The library hides what can still be tabbed to, as it says urgent ones a second time.
      aria-hidden={false}
      className="overlay relative overflow-hidden rounded-m border border-line-strong bg-raised shadow-overlay data-starting-style:translate-y-3"
    >
      <Toast.Content className="flex items-center gap-3 py-2 pr-2 pl-5">
        <span
          aria-hidden="true"
          className={`absolute inset-y-0 left-0 w-1.5 ${STRIPES[toast.data?.tone ?? 'plain']}`}
        />
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-text text-body font-normal" />
          <Toast.Description className="text-small text-muted" />
        </div>
        {toast.actionProps && (
          <Toast.Action aria-hidden={false} className={buttonClass('secondary', 'small')} />
        )}
        <Toast.Close
          aria-hidden={false}
          aria-label={t('ui.close')}
          className={buttonClass('quiet', 'square')}
        >
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
