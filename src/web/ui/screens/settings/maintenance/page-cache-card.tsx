/** The size of the page cache, with a button that empties it. */
import { useQuery } from '@tanstack/react-query'
import { api, readResponse } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { useChange } from '../../../components/use-change'
import { formatBytes } from '../../../i18n/bytes'
import { t } from '../../../i18n/i18n'
import { SettingsCard } from '../shared/settings-section'
import styles from '../settings.module.css'

const cachePath = '/api/v1/admin/pdf-cache'

export function PageCacheCard() {
  const cache = useQuery({ ...apiQuery(cachePath), staleTime: 0 })
  const empty = useChange({
    act: () => readResponse(api.DELETE('/api/v1/admin/pdf-cache/pages')),
    done: ({ bytesReclaimed }) => t('{size} freed', { size: formatBytes(bytesReclaimed) }),
    stale: [cachePath],
  })
  if (!cache.data) return null
  const { totalSizeBytes, maxSizeBytes, totalFiles } = cache.data.pages
  return (
    <SettingsCard
      title={t('Page cache')}
      hint={t(
        'Pages that were opened recently. Quire deletes the oldest ones when the cache is full. After you empty the cache, each page opens more slowly the first time.',
      )}
    >
      <p>
        {t('{size} of {max} used', {
          size: formatBytes(totalSizeBytes),
          max: formatBytes(maxSizeBytes),
        })}
      </p>
      <div className={styles.actions}>
        <Button busy={empty.isPending} disabled={totalFiles === 0} onClick={() => empty.mutate()}>
          {t('Empty cache')}
        </Button>
      </div>
    </SettingsCard>
  )
}
