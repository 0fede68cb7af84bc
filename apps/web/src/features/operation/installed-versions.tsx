import type { SiteOperation } from '@pitboard/contract/site/operation'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Figure, Figures } from '../../ui/layout/figures.tsx'

/** Shows what is installed, and whether it fits together. */
export function InstalledVersions({ version }: { readonly version: SiteOperation['version'] }) {
  const t = useText()
  const platforms = new Intl.ListFormat(t.locale).format(version.recorderPlatforms)
  return (
    <div className="flex flex-col gap-4">
      <p className={version.isOutdated ? 'text-bad' : 'text-muted'}>
        {t(version.isOutdated ? 'operation.outdated' : 'operation.upToDate')}
      </p>
      <Figures>
        <Figure
          name={t('operation.server')}
          note={t('operation.startedAt', { date: formatDateTime(version.startedAt, t.locale) })}
        >
          {version.server}
        </Figure>
        <Figure
          name={t('operation.schema')}
          note={t('operation.database', { version: version.database })}
        >
          {version.schema}
        </Figure>
        <Figure name={t('operation.runtime')}>{version.node}</Figure>
        <Figure
          name={t('operation.recorder')}
          note={
            version.recorderPlatforms.length === 0
              ? t('operation.recorderNone')
              : t('operation.recorderFor', { platforms })
          }
        >
          {version.recorder}
        </Figure>
      </Figures>
    </div>
  )
}
