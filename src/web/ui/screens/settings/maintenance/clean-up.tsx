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
    <Part
      title={t('Clean-up')}
      lead={t('What is of no use any more. You see what would go before anything goes.')}
    >
      <CleanUpCard
        title={t('Small pictures')}
        hint={t(
          'Quire keeps a small picture of each cover. Those whose book or cover is gone are of no use any more.',
        )}
        act={cleanThumbnails}
        countOf={({ thumbnailsDeleted }) => thumbnailsDeleted}
        found={({ thumbnailsDeleted, bytesFreed }) =>
          t('{count, plural, one {# picture} other {# pictures}} of no use, {size}.', {
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
      hint={t('Genres that no series carries any more, not even one in the trash.')}
      act={cleanGenres}
      countOf={countOf}
      found={wordsOf}
      done={({ deletedCount: count }) =>
        t('{count, plural, one {# genre is removed} other {# genres are removed}}', { count })
      }
      stale={['/api/v1/genres']}
    />
    <CleanUpCard
      title={t('Tags')}
      hint={t('Tags that no series carries any more, not even one in the trash.')}
      act={cleanTags}
      countOf={countOf}
      found={wordsOf}
      done={({ deletedCount: count }) =>
        t('{count, plural, one {# tag is removed} other {# tags are removed}}', { count })
      }
      stale={['/api/v1/tags']}
    />
  </>
)
