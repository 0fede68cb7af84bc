import { useState } from 'react'
import { loadNamespace } from '../../messages/language.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const CalendarDialog = lazyPart(
  async () => {
    const [{ CalendarDialog: Part }] = await Promise.all([
      import('./calendar-dialog.tsx'),
      loadNamespace('announcements'),
    ])
    return Part
  },
  { fallback: null },
)

/** Opens the address of a calendar of all the user's seasons. */
export function CalendarButton() {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('organiser.calendarOfAll')}</Button>
      {isOpen && <CalendarDialog onClose={() => setOpen(false)} />}
    </>
  )
}
