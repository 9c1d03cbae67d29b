import { readResponse, api } from '../../../api/client'
import { formatBytes } from '../../../i18n/bytes'
import { formatNumber, t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { CleanUpCard } from './clean-up-card'
import { PageCacheCard } from './page-cache-card'
import { Part } from '../shared/settings-section'

/** A dry run only reports what would be removed. */
const getDryRun = (isTrial: boolean) => ({
  params: { query: isTrial ? { dryRun: 'true' as const } : {} },
})

const cleanThumbnails = (isTrial: boolean) =>
  readResponse(api.POST('/api/v1/maintenance/cleanup-thumbnails', getDryRun(isTrial)))
const cleanGenres = (isTrial: boolean) =>
  readResponse(api.POST('/api/v1/genres/cleanup', getDryRun(isTrial)))
const cleanTags = (isTrial: boolean) =>
  readResponse(api.POST('/api/v1/tags/cleanup', getDryRun(isTrial)))

export function CleanUp() {
  const mayEdit = usePermission('series:write')
  return (
    <Part
      title={t('Cleanup')}
      lead={t('Remove unused data. You’ll first see what will be removed.')}
    >
      <CleanUpCard
        title={t('Thumbnails and covers')}
        hint={t('Thumbnails and uploaded covers that nothing uses anymore')}
        act={cleanThumbnails}
        getCount={({ thumbnailsDeleted }) => thumbnailsDeleted}
        found={({ thumbnailsDeleted, bytesFreed }) =>
          t('{count, plural, one {# unused image} other {# unused images}}, {size}', {
            count: thumbnailsDeleted,
            size: formatBytes(bytesFreed),
          })
        }
        done={({ bytesFreed }) => t('{size} freed', { size: formatBytes(bytesFreed) })}
      />
      {mayEdit && <Labels />}
      <PageCacheCard />
    </Part>
  )
}

interface Unused {
  deletedCount: number
  deletedNames: string[]
}

const getCount = ({ deletedCount }: Unused) => deletedCount
const formatNames = ({ deletedCount, deletedNames }: Unused) =>
  formatNameList(deletedNames, deletedCount)

const Labels = () => (
  <>
    <CleanUpCard
      title={t('Genres')}
      hint={t('Genres that no series uses anymore, not even one in the trash')}
      act={cleanGenres}
      getCount={getCount}
      found={formatNames}
      done={({ deletedCount: count }) =>
        t('{count, plural, one {# genre} other {# genres}} removed', { count })
      }
      stale={['/api/v1/genres']}
    />
    <CleanUpCard
      title={t('Tags')}
      hint={t('Tags that no series uses anymore, not even one in the trash')}
      act={cleanTags}
      getCount={getCount}
      found={formatNames}
      done={({ deletedCount: count }) =>
        t('{count, plural, one {# tag} other {# tags}} removed', { count })
      }
      stale={['/api/v1/tags']}
    />
  </>
)

const shownNames = 12

/** Returns text such as `Drama, Noir and 3 more`. `names` may contain fewer than `count` names. */
function formatNameList(names: readonly string[], count: number): string {
  const list = names.slice(0, shownNames).join(', ')
  const rest = count - Math.min(names.length, shownNames)
  return rest > 0 ? t('{list} and {count} more', { list, count: formatNumber(rest) }) : list
}
