import type { Season } from '@pitboard/contract/seasons/season'
import { useMutation } from '@tanstack/react-query'
import { fetchFile, saveFile } from '../../api/file.ts'
import { useText } from '../../messages/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-variants.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast/toast.ts'

interface FileButtonProps {
  readonly season: Pick<Season, 'visibility'>
  readonly path: string
  readonly fileName: string
  readonly label: string
}

/** A file of the server. A link sends no token, so that of a private season is fetched first. */
export function FileButton({ season, path, fileName, label }: FileButtonProps) {
  const text = useText()
  const download = useMutation({
    async mutationFn() {
      const response = await fetchFile(path)
      if (!response.ok) throw new Error(`The file was answered with ${response.status}`)
      saveFile(fileName, await response.blob())
    },
    onError: () => void showToast({ title: text('season.fileFailed'), tone: 'bad' }),
  })
  const content = (
    <>
      <Icon name="download" size="size-4" />
      {label}
    </>
  )
  if (season.visibility !== 'private') {
    return (
      <a href={path} download={fileName} className={buttonClass('plain', 'small')}>
        {content}
      </a>
    )
  }

  return (
    <Button
      look="plain"
      size="small"
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {content}
    </Button>
  )
}

/** The same numbers to take along. */
export function ExportButtons({ season }: { readonly season: Season }) {
  const text = useText()
  const path = `/api/Seasons/${season.id}/export`
  return (
    <>
      <FileButton
        season={season}
        path={`${path}?format=csv&table=drivers`}
        fileName="drivers.csv"
        label={text('season.driversCsv')}
      />
      <FileButton
        season={season}
        path={`${path}?format=csv&table=teams`}
        fileName="teams.csv"
        label={text('season.teamsCsv')}
      />
      <FileButton
        season={season}
        path={`${path}?format=json`}
        fileName="standings.json"
        label={text('season.json')}
      />
    </>
  )
}
