import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fetchFile, saveFile } from '../../api/file.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'

interface FetchedFileButtonProps {
  readonly path: string
  readonly fileName: string
  readonly children: ReactNode
}

/** Fetches the file with the token of the account, which a link does not send. */
export function FetchedFileButton({ path, fileName, children }: FetchedFileButtonProps) {
  const t = useText()
  const download = useMutation({
    async mutationFn() {
      const response = await fetchFile(path)
      if (!response.ok) throw new Error(`The file was answered with ${response.status}`)
      saveFile(fileName, await response.blob())
    },
    onError: () => void showToast({ title: t('season.fileFailed'), tone: 'bad' }),
  })
  return (
    <Button
      look="plain"
      size="small"
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {children}
    </Button>
  )
}
