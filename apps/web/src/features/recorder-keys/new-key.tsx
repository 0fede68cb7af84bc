import type { RecorderKey } from '@pitboard/contract/accounts'
import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'

/** The one time a key is seen, with everything the recorder asks for. */
export function NewKey({
  made,
  userId,
  onDone,
}: {
  readonly made: RecorderKey
  readonly userId: string
  readonly onDone: () => void
}) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const key = made.key ?? ''
  const command = `pitboard-recorder record --server ${location.origin} --user ${userId} --key ${key}`
  return (
    <Card raised>
      <div className="flex flex-col gap-4">
        <div>
          <h3 ref={heading} tabIndex={-1} className="text-xl text-secondary outline-none">
            {text('dashboard.keyCreated')}: {made.name}
          </h3>
          <p>{text('dashboard.keyOnce')}</p>
        </div>
        <CopyField label={text('dashboard.key')} value={key} />
        <CopyField label={text('dashboard.userId')} value={userId} />
        <CopyField label={text('dashboard.serverAddress')} value={location.origin} />
        <CopyField label={text('dashboard.command')} value={command} />
        <div>
          <Button onClick={onDone}>{text('dashboard.keyDone')}</Button>
        </div>
      </div>
    </Card>
  )
}
