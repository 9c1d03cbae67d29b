import { answerOf, api } from '../../api/client'
import { Button } from '../../components/button'
import { bytesWords } from '../../components/work/bytes'
import { t } from '../../i18n/i18n'
import { Card, Part } from './part'
import styles from './settings.module.css'
import { useChange } from './use-change'

const clean = (isTrial: boolean) =>
  answerOf(
    api.POST('/api/v1/maintenance/cleanup-thumbnails', {
      params: { query: isTrial ? { dryRun: 'true' as const } : {} },
    }),
  )

export function CleanUp() {
  const look = useChange({ act: () => clean(true) })
  const remove = useChange({
    act: () => clean(false),
    done: ({ bytesFreed }) => t('{size} freed', { size: bytesWords(bytesFreed) }),
    onDone: () => look.reset(),
  })
  const found = look.data
  const count = found?.thumbnailsDeleted ?? 0
  return (
    <Part title={t('Clean-up')}>
      <Card
        title={t('Small pictures')}
        hint={t(
          'Quire keeps a small picture of each cover. Those whose book or cover is gone are of no use any more.',
        )}
      >
        {found && (
          <p role="status">
            {count === 0
              ? t('There is nothing to clean up.')
              : t('{count, plural, one {# picture} other {# pictures}} of no use, {size}.', {
                  count,
                  size: bytesWords(found.bytesFreed),
                })}
          </p>
        )}
        <div className={styles.actions}>
          {count > 0 ? (
            <Button busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('Remove them')}
            </Button>
          ) : (
            <Button busy={look.isPending} onClick={() => look.mutate()}>
              {t('See what there is')}
            </Button>
          )}
        </div>
      </Card>
    </Part>
  )
}
