import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const CalendarDialog = lazyPart(
  async () => (await import('./calendar-dialog.tsx')).CalendarDialog,
  { texts: ['announcements'], fallback: null },
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
