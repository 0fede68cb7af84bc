import { useRef } from 'react'
import { Button } from '../buttons/button.tsx'

interface FilePickerProps {
  readonly label: string
  /** It is its name where several have one label, and begins with the label. */
  readonly name?: string
  /** The system's dialog offers these types; every type where it is left out. */
  readonly accept?: readonly string[]
  readonly multiple?: boolean
  readonly loading?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Opens the system's dialog for files by a button; the same file can be chosen again. */
export function FilePicker({
  label,
  name = label,
  accept = [],
  multiple = false,
  loading = false,
  onFiles,
}: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null)

  function choose(chosen: FileList | null) {
    const files = [...(chosen ?? [])]
    if (picker.current) picker.current.value = ''
    if (files.length > 0) onFiles(files)
  }

  return (
    <>
      <Button aria-label={name} loading={loading} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        accept={accept.join()}
        multiple={multiple}
        aria-label={name}
        tabIndex={-1}
        onChange={(event) => choose(event.target.files)}
        className="sr-only"
      />
    </>
  )
}
