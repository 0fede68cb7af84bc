import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'

const CalendarDialog = lazyDialog(
  async () => (await import('./calendar-dialog.tsx')).CalendarDialog,
  { texts: ['announcements'] },
)

/** Opens the address of a calendar of all the user's seasons. */
export function CalendarButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('organiser.calendarOfAll')}</Button>
      {isOpen && <CalendarDialog onClose={() => setOpen(false)} />}
    </>
  )
}
