import { answerOf, api } from '../../../api/client'
import { bytesWords } from '../../../i18n/bytes'
import { t } from '../../../i18n/i18n'
import { useMay } from '../../../state/session/session'
import { CleanUpCard } from './clean-up-card'
import { namesWords } from './name-list'
import { Part } from '../shared/settings-section'

/** A trial only says what would go. */
const trialOf = (isTrial: boolean) => ({
  params: { query: isTrial ? { dryRun: 'true' as const } : {} },
})

const cleanThumbnails = (isTrial: boolean) =>
  answerOf(api.POST('/api/v1/maintenance/cleanup-thumbnails', trialOf(isTrial)))
const cleanGenres = (isTrial: boolean) =>
  answerOf(api.POST('/api/v1/genres/cleanup', trialOf(isTrial)))
const cleanTags = (isTrial: boolean) => answerOf(api.POST('/api/v1/tags/cleanup', trialOf(isTrial)))

export function CleanUp() {
  const mayEdit = useMay('series:write')
  return (
    <Part title={t('Cleanup')} lead={t('Remove leftovers. You’ll see what will be removed first.')}>
      <CleanUpCard
        title={t('Thumbnails')}
        hint={t(
          'Quire stores a thumbnail of each cover. Thumbnails of deleted books or covers can be removed.',
        )}
        act={cleanThumbnails}
        countOf={({ thumbnailsDeleted }) => thumbnailsDeleted}
        found={({ thumbnailsDeleted, bytesFreed }) =>
          t('{count, plural, one {# unused thumbnail} other {# unused thumbnails}}, {size}.', {
            count: thumbnailsDeleted,
            size: bytesWords(bytesFreed),
          })
        }
        done={({ bytesFreed }) => t('{size} freed', { size: bytesWords(bytesFreed) })}
      />
      {mayEdit && <Labels />}
    </Part>
  )
}

interface Unused {
  deletedCount: number
  deletedNames: string[]
}

const countOf = ({ deletedCount }: Unused) => deletedCount
const wordsOf = ({ deletedCount, deletedNames }: Unused) => namesWords(deletedNames, deletedCount)

const Labels = () => (
  <>
    <CleanUpCard
      title={t('Genres')}
      hint={t('Genres that no series uses anymore, including series in the trash.')}
      act={cleanGenres}
      countOf={countOf}
      found={wordsOf}
      done={({ deletedCount: count }) =>
        t('{count, plural, one {# genre} other {# genres}} removed', { count })
      }
      stale={['/api/v1/genres']}
    />
    <CleanUpCard
      title={t('Tags')}
      hint={t('Tags that no series uses anymore, including series in the trash.')}
      act={cleanTags}
      countOf={countOf}
      found={wordsOf}
      done={({ deletedCount: count }) =>
        t('{count, plural, one {# tag} other {# tags}} removed', { count })
      }
      stale={['/api/v1/tags']}
    />
  </>
)
