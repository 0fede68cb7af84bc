import type { Season } from '@pitboard/contract/seasons/season'
import { useState } from 'react'
import { accessToken, freshAccessToken } from '../../auth/access-token.ts'
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
  const [busy, setBusy] = useState(false)
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

  async function fetchFile() {
    setBusy(true)
    try {
      await freshAccessToken()
      const headers = { authorization: `Bearer ${accessToken() ?? ''}` }
      const response = await fetch(path, { headers })
      if (!response.ok) throw new Error(`The file was answered with ${response.status}`)
      saveAs(fileName, await response.blob())
    } catch {
      void showToast({ title: text('season.fileFailed'), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button look="plain" size="small" loading={busy} onClick={() => void fetchFile()}>
      {content}
    </Button>
  )
}

function saveAs(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
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
